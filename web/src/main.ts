import { mount } from "svelte";
import { fetchAhead } from "./ahead";
import App from "./App.svelte";
import { takeOver } from "./early";
import { followLanguage } from "./lib/i18n.svelte";
import { registerWorker } from "./lib/notify.svelte";
import { session } from "./lib/session.svelte";
import "./styles/base.css";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no place for the game");
session.start();
void followLanguage().then(() => {
  mount(App, { target });
  takeOver();
  fetchAhead();
  registerWorker();
});
