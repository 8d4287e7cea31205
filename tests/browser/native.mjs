// Asks the native command, which is the same library outside the browser.

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

const TARGET = process.env.CARGO_TARGET_DIR ?? fileURLToPath(new URL("../../target", import.meta.url));
const COMMAND = process.env.GEOTRAIN_BIN ?? `${TARGET}/debug/geotrain`;

/**
 * Runs `geotrain` with these arguments and this standard input (`-` names it), and returns what it answered.
 * @param {string[]} args for example `["plan", "-", "--planner", "memetic", "--seed", "1"]`
 * @returns {Promise<{exit: number, stdout: string, problems: object[]}>} problems as printed, one a line
 */
export function run(args, input = "") {
  return new Promise((answer, fail) => {
    const command = execFile(COMMAND, args, { maxBuffer: 64 << 20 }, (error, stdout, stderr) => {
      if (error && typeof error.code !== "number") return fail(error);
      const lines = stderr.split("\n").filter((line) => line.startsWith("{"));
      answer({ exit: error?.code ?? 0, stdout, problems: lines.map((line) => JSON.parse(line)) });
    });
    command.stdin.on("error", () => undefined); // it may answer without reading all of it
    command.stdin.end(input);
  });
}

/** The JSON that `geotrain` answers; throws where it doesn't answer. */
export async function native(args, input) {
  const { exit, stdout, problems } = await run(args, input);
  if (exit !== 0) throw new Error(`geotrain ${args.join(" ")} exited ${exit}: ${JSON.stringify(problems)}`);
  return JSON.parse(stdout);
}
