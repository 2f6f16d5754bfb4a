import { mount } from "svelte";
import App from "./App.svelte";
import { followLanguage } from "./lib/i18n.svelte";
import { registerWorker } from "./lib/notify.svelte";
import { session } from "./lib/session.svelte";
import "./styles/base.css";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no place for the game");
void followLanguage().then(() => {
  session.start();
  mount(App, { target });
  registerWorker();
});
