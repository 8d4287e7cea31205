// Starts the planner while the page itself still loads, so that both arrive side by side. What the planner says before the
// page listens is kept and said again once the page has taken the worker.

const worker = new Worker("./planner_worker_loader.js", { type: "module" });
const EVENTS = ["message", "error", "messageerror"];
const early = [];
const keep = (event) => early.push(event);
EVENTS.forEach((name) => worker.addEventListener(name, keep));

/** Hands over the worker, once. */
globalThis.takeFirstWorker = () => {
  delete globalThis.takeFirstWorker;
  EVENTS.forEach((name) => worker.removeEventListener(name, keep));
  setTimeout(() => early.forEach((event) => worker.dispatchEvent(new event.constructor(event.type, event))));
  return worker;
};
