/** Small sounds, made on the spot: no file is loaded. Off unless wanted. */
import { prefs } from "./prefs.svelte";

export type Sound = "roll" | "take" | "chip" | "turn" | "win";

let context: AudioContext | null = null;

export function canPlay(): boolean {
  return typeof AudioContext !== "undefined";
}

function audio(): AudioContext | null {
  if (!canPlay()) return null;
  context ??= new AudioContext();
  // Browsers keep it silent until the page was touched.
  if (context.state === "suspended") void context.resume();
  return context;
}

/** A knock of wood: noise through a narrow band that dies away. */
function knock(on: AudioContext, at: number, pitch: number, loud: number): void {
  const length = 0.07;
  const buffer = on.createBuffer(1, Math.ceil(on.sampleRate * length), on.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++)
    samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 3;
  const source = on.createBufferSource();
  source.buffer = buffer;
  const band = on.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = pitch;
  band.Q.value = 3;
  const gain = on.createGain();
  gain.gain.value = loud;
  source.connect(band).connect(gain).connect(on.destination);
  source.start(at);
}

/** A soft tone. */
function tone(on: AudioContext, at: number, pitch: number, seconds: number): void {
  const source = on.createOscillator();
  source.type = "sine";
  source.frequency.value = pitch;
  const gain = on.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(0.12, at + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.0008, at + seconds);
  source.connect(gain).connect(on.destination);
  source.start(at);
  source.stop(at + seconds);
}

export function play(sound: Sound): void {
  if (!prefs.now.sound) return;
  const on = audio();
  if (!on) return;
  const now = on.currentTime + 0.01;
  switch (sound) {
    case "roll":
      for (let i = 0; i < 14; i++)
        knock(
          on,
          now + 0.1 + i * 0.06 + Math.random() * 0.05,
          900 + Math.random() * 1400,
          0.9 - i * 0.055,
        );
      break;
    case "take":
      knock(on, now, 1500, 0.8);
      knock(on, now + 0.09, 1100, 0.5);
      break;
    case "chip":
      tone(on, now, 2100, 0.09);
      knock(on, now, 3200, 0.5);
      break;
    case "turn":
      tone(on, now, 660, 0.22);
      tone(on, now + 0.13, 880, 0.34);
      break;
    case "win":
      [523, 659, 784, 1047].forEach((pitch, i) => tone(on, now + i * 0.14, pitch, 0.5));
      break;
  }
}
