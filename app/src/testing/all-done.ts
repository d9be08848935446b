/** More turns of the event loop than any work takes after an instant answer. */
const TURNS = 20

/** Resolves when all running work is done, on slow machines too. */
export async function allDone(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setTimeout(resolve))
}
