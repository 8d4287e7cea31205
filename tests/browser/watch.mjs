// What a browser context must never do unasked: log an error, break the policy, or ask another host for anything.

const VIOLATION = "Content security policy violation:";

/**
 * Watches every page and worker of a context from now on.
 * @param {import("@playwright/test").BrowserContext} context
 * @param {string} origin the only one that may be asked for anything
 * @param {string[]} complaints grows by one sentence a complaint
 */
export async function watch(context, origin, complaints) {
  const complain = (text) => complaints.push(text);

  context.on("console", (message) => {
    if (message.type() === "error" || message.text().startsWith(VIOLATION)) complain(`console: ${message.text()}`);
  });
  context.on("weberror", (error) => complain(`uncaught: ${error.error()}`));
  context.on("request", (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    const local = protocol === "data:" || protocol === "blob:";
    if (!local && asked !== origin) complain(`request to another origin: ${request.url()}`);
  });
  await context.addInitScript((prefix) => {
    addEventListener("securitypolicyviolation", (event) => {
      console.warn(`${prefix} ${event.effectiveDirective} ${event.blockedURI}`);
    });
  }, VIOLATION);
}
