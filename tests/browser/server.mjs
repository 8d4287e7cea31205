// A static server like the ones that will carry the page: the built files under a sub-path, and nothing clever.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, resolve, sep } from "node:path";

const BASE = "/some/where/geotrain/";

const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

/** The file below `folder` that a request path names, or undefined where it leaves the sub-path or the folder. */
export function fileFor(folder, path) {
  if (!path.startsWith(BASE)) return undefined;
  let name;
  try {
    name = decodeURIComponent(path.slice(BASE.length)) || "index.html";
  } catch {
    return undefined;
  }
  const file = resolve(folder, name);
  return file.startsWith(folder + sep) && !name.includes("\0") ? file : undefined;
}

/**
 * Serves `folder` on a free port of this machine. `hide(name)` makes a file disappear and `replace(name, text)` gives
 * it other contents, as a broken or outdated deployment would.
 * @returns {Promise<{url: string, origin: string, hide: Function, replace: Function, close: Function}>}
 */
export async function startServer(folder) {
  const replaced = new Map();

  async function contents(file) {
    if (!replaced.has(file)) return readFile(file);
    return replaced.get(file);
  }

  const server = createServer(async (request, response) => {
    const file = fileFor(folder, request.url.split("?")[0]);
    const body = file && (await contents(file).catch(() => undefined));
    const type = body === undefined ? "text/plain" : (TYPES[extname(file)] ?? "application/octet-stream");
    response.writeHead(body === undefined ? 404 : 200, { "content-type": type, "cache-control": "no-store" });
    response.end(body ?? "Not found");
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));

  const origin = `http://127.0.0.1:${server.address().port}`;
  return {
    origin,
    url: origin + BASE,
    hide: (name) => replaced.set(resolve(folder, name), undefined),
    replace: (name, text) => replaced.set(resolve(folder, name), text),
    close: () => {
      server.closeAllConnections();
      return new Promise((closed) => server.close(closed));
    },
  };
}
