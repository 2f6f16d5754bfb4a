import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

// Debian's node, a developer's and a later one differ; the page is built and
// tested by the one that package.json names.
test("the tests run on the node that the project names", () => {
  const named = JSON.parse(readFileSync("package.json", "utf8"));
  const versions: string[] = Object.values(named.optionalDependencies);
  expect(versions.length).toBeGreaterThan(0);
  for (const version of versions) expect(process.versions.node).toBe(version);
});
