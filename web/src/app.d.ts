declare const __GALLERY__: boolean;
declare module "@wasm?url" {
  const url: string;
  export default url;
}
