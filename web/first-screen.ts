/** Part of the build: puts the start page, drawn in every language, and the names
 * of the files that are wanted early into index.html. */
import { webcrypto } from "node:crypto";
import { createServer, type InlineConfig, type Plugin, type Rollup } from "vite";

const EARLY = "src/early.ts";
const TABLE = ["/home/TablePage.svelte", "/table/TableScreen.svelte"];

/** What modules ask of a browser when they are loaded. */
function pretendBrowser(): void {
  const nowhere = {
    location: { href: "http://localhost/", protocol: "http:", host: "localhost" },
    document: { documentElement: {} },
    navigator: { languages: [] },
    addEventListener: () => undefined,
  };
  for (const [name, value] of Object.entries(nowhere))
    if (!(name in globalThis)) Object.assign(globalThis, { [name]: value });
  if (!("crypto" in globalThis)) Object.assign(globalThis, { crypto: webcrypto });
}

/** Marks for a program that would go on with this text are of no use here; styles
 * within the text are what the policy forbids. */
function plain(html: string): string {
  return html
    .replace(/<!--.*?-->/gs, "")
    .replace(/ style="/g, ' data-style="')
    .replace(/>\s+</g, "> <");
}

async function drawn(config: InlineConfig, languages: string[]): Promise<string> {
  pretendBrowser();
  const server = await createServer({
    ...config,
    configFile: false,
    appType: "custom",
    logLevel: "error",
    optimizeDeps: { noDiscovery: true, include: [] },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  });
  try {
    const { first } = (await server.ssrLoadModule("/src/first.ts")) as {
      first: (language: string) => Promise<string>;
    };
    let all = "";
    for (const language of languages)
      all += `<template lang="${language}">${plain(await first(language))}</template>\n`;
    return all;
  } finally {
    await server.close();
  }
}

/** A chunk with all that it cannot do without. */
function filesOf(bundle: Rollup.OutputBundle, module: string): string[] {
  const files = new Set<string>();
  const add = (name: string): void => {
    const chunk = bundle[name];
    if (chunk?.type !== "chunk" || files.has(name)) return;
    files.add(name);
    for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css);
    chunk.imports.forEach(add);
  };
  for (const [name, chunk] of Object.entries(bundle))
    if (chunk.type === "chunk" && chunk.facadeModuleId?.endsWith(module)) add(name);
  return [...files];
}

export function firstScreen(config: InlineConfig, languages: string[]): Plugin {
  return {
    name: "tioli-first-screen",
    apply: "build",
    buildStart() {
      this.emitFile({ type: "chunk", id: EARLY, name: "early" });
    },
    transformIndexHtml: {
      order: "post",
      async handler(html, { bundle }) {
        if (!bundle) return html;
        const [early] = filesOf(bundle, EARLY);
        const there = new Set(filesOf(bundle, "/index.html"));
        const metas: [string, string[]][] = languages.map((language) => [
          language,
          filesOf(bundle, `/${language}.json`),
        ]);
        metas.push(["table", TABLE.flatMap((module) => filesOf(bundle, module))]);
        const head = metas
          .map(([name, files]) => [name, files.filter((file) => !there.has(file))])
          .filter(([, files]) => files && files.length > 0)
          .map(
            ([name, files]) =>
              `<meta name="ahead-${String(name)}" content="${[...new Set(files)]
                .map((file) => `/${file}`)
                .join(" ")}">\n    `,
          )
          .join("");
        return html
          .replace(
            '<script type="module"',
            `${head}<script type="module" crossorigin src="/${early}"></script>\n    $&`,
          )
          .replace("</body>", `${await drawn(config, languages)}</body>`);
      },
    },
  };
}
