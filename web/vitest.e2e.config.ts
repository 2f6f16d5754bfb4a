import { defineConfig } from "vitest/config";

// Games in real browsers. Each file has a server and a browser of its own, and
// two files run at a time.
export default defineConfig({
  test: {
    environment: "node",
    include: ["e2e/**/*.test.ts"],
    testTimeout: 300_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    minWorkers: 1,
  },
});
