declare const __GALLERY__: boolean;
/** English and the languages of po/LINGUAS. */
declare const __LANGUAGES__: readonly string[];
declare module "@wasm?url" {
  const url: string;
  export default url;
}
