// Asks the native command, which is the same library outside the browser.

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

const TARGET = process.env.CARGO_TARGET_DIR ?? fileURLToPath(new URL("../../target", import.meta.url));
const COMMAND = process.env.GEOTRAIN_BIN ?? `${TARGET}/debug/geotrain`;

/**
 * Runs `geotrain` with these arguments and returns what it answered.
 * @param {string[]} args for example `["plan", "scenario.json", "--planner", "memetic", "--seed", "1"]`
 * @returns {Promise<{exit: number, stdout: string, problems: object[]}>} problems as printed, one a line
 */
export function run(args) {
  return new Promise((answer, fail) => {
    execFile(COMMAND, args, { maxBuffer: 64 << 20 }, (error, stdout, stderr) => {
      if (error && typeof error.code !== "number") return fail(error);
      const problems = stderr.split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
      answer({ exit: error?.code ?? 0, stdout, problems });
    });
  });
}

/** The JSON that `geotrain` answers to these arguments; throws where it doesn't answer. */
export async function native(...args) {
  const { exit, stdout, problems } = await run(args);
  if (exit !== 0) throw new Error(`geotrain ${args.join(" ")} exited ${exit}: ${JSON.stringify(problems)}`);
  return JSON.parse(stdout);
}
