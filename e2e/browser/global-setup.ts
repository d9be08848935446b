import { journeyStart } from '../run/clock.ts'
import { prepareRun } from '../run/prepare-run.ts'

/** Playwright's hook before a run. @returns its hook after it */
export default function setUp(): Promise<() => Promise<void>> {
  return prepareRun({ at: journeyStart() })
}
