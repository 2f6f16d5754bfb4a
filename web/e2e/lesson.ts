/** The way through the lesson, in any language: only what a step asks for can be
 * done, so nothing has to be found by its name. */
import { until, type Person } from "./kit";

const OPEN = ":not(:disabled, [aria-disabled=true])";

async function take({ page }: Person): Promise<void> {
  await page.locator(`[data-die]${OPEN}`).first().click();
  await page.locator(`.take button${OPEN}`).click();
}

async function play({ page }: Person): Promise<void> {
  await page.keyboard.press("a");
  await page.locator(`[data-die]${OPEN}`).last().click();
  await page.locator(`.faces button${OPEN}`).first().click();
  await page.locator(`.foot button.primary${OPEN}`).last().click();
}

const read = ({ page }: Person) => page.locator(".coach button.primary").click();
const pass = ({ page }: Person) => page.keyboard.press("p");

/** What the end of a round asks for, until the lesson speaks of something else. */
async function agree(person: Person, from: number): Promise<void> {
  const next = person.page.locator(`.end footer button.primary${OPEN}`);
  await until("the end of the round", async () => {
    if ((await stepOf(person)) !== from) return true;
    if (await next.isVisible()) await next.click({ timeout: 5000 }).catch(() => null);
    return false;
  });
}

export const stepOf = ({ page }: Person): Promise<number> =>
  page.locator(".coach progress").evaluate((bar) => (bar as HTMLProgressElement).value);

/** What is done in each step but the last. */
const WAY = [
  read,
  read,
  take,
  play,
  take,
  take,
  take,
  take,
  take,
  pass,
  agree,
  agree,
  read,
  take,
  take,
  take,
  async (person: Person, from: number) => {
    await pass(person);
    await agree(person, from);
  },
];
export const STEPS = WAY.length + 1;

/** Goes from the step that is on screen to another, and looks at each between them,
 * once everything has come to rest. */
export async function walk(
  person: Person,
  look: (step: number) => Promise<unknown>,
  to = STEPS,
): Promise<void> {
  await person.page.locator(".coach progress").waitFor();
  for (let step = await stepOf(person); ; step++) {
    await until(`step ${step}`, async () => (await stepOf(person)) === step);
    await person.page.locator(".coach:not(.past)").waitFor();
    await look(step);
    if (step === to) return;
    await WAY[step - 1]?.(person, step);
  }
}
