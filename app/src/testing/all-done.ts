/** More turns of the event loop than anything takes that an instant answer sets off. */
const TURNS = 20

/** Lets whatever is under way come to its end, however slow the machine is. */
export async function allDone(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setTimeout(resolve))
}
