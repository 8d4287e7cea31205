// Writes the content security policy into the built page: Trunk runs it on the staging folder after every build.
// The policy allows the page's own files and the inline loader that Trunk wrote, by its hash, and nothing else.

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

function inlineScripts(html) {
  return [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)]
    .filter(([, attributes]) => !/\bsrc\s*=/i.test(attributes))
    .map(([, , body]) => body);
}

/** The policy; `reloads` makes room for the script of `make dev` that listens for the next build and shows its errors. */
function policyFor(scripts, reloads) {
  const hashes = scripts.map((body) => `'sha256-${createHash("sha256").update(body).digest("base64")}'`);
  return [
    "default-src 'none'",
    `script-src 'self' 'wasm-unsafe-eval' ${reloads ? "'unsafe-inline'" : hashes.join(" ")}`,
    reloads ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    reloads ? "connect-src 'self' ws:" : "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
  ].join("; ");
}

/** The page with its policy as the first thing in its head; throws at anything that the policy would block. */
function withPolicy(html, reloads) {
  const scripts = inlineScripts(html);
  const tags = html.replace(/(<script\b[^>]*>)[\s\S]*?<\/script>/gi, "$1").match(/<[a-z][^>]*>/gi) ?? [];
  const blocked = tags.find((tag) => /^<style\b|\s(style|on\w+)\s*=/i.test(tag));
  if (scripts.length === 0) throw new Error("the built page has no inline loader to allow");
  if (blocked) throw new Error(`the policy would block ${blocked}: move it into style/ or src/`);
  if (!html.includes("<head>")) throw new Error("the built page has no <head> to put the policy into");
  if (/content-security-policy/i.test(html)) throw new Error("the built page has a policy already");
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policyFor(scripts, reloads)}">`;
  return html.replace("<head>", () => `<head>\n    ${meta}`);
}

try {
  const staging = process.env.TRUNK_STAGING_DIR;
  if (!staging) throw new Error("TRUNK_STAGING_DIR is not set; trunk build runs this script");
  const page = join(staging, "index.html");
  const reloads = process.env.TRUNK_PROFILE === "debug";
  writeFileSync(page, withPolicy(readFileSync(page, "utf8"), reloads));
} catch (error) {
  console.error(`scripts/csp.mjs: ${error.message}`);
  process.exit(1);
}
