import { setTimeout as sleep } from 'node:timers/promises'
import { readInvariantRun, readInvariants, runInvariants } from '@paidang/api/areas/admin-invariants'
import type { Call } from '@paidang/api/client'
import { logInStaff } from './people.ts'

const POLL_MS = 50
const PATIENCE_MS = 60_000

/**
 * Has a running product check its data, as an operator does.
 *
 * @param after what was done to it, for the message
 * @throws Error that names every invariant that is broken, or could not be checked
 */
export async function expectSound(address: string, after: string): Promise<void> {
  const operator = await logInStaff(address, 'operator')
  await until(async () => (await operator(readInvariants, {})).running === null)
  const { id } = await operator(runInvariants, {})
  await until(async () => (await operator(readInvariantRun, { params: { id } })).run.endedAt !== null)
  const faults = await faultsOf(operator, id)
  if (faults.length > 0) throw new Error(`after ${after} the data are not sound: ${faults.join('; ')}`)
}

async function faultsOf(operator: Call, id: string): Promise<string[]> {
  const { run, findings } = await operator(readInvariantRun, { params: { id } })
  const faults = findings.filter(({ severity, verdict }) => severity === 'fault' && verdict !== 'ok')
  return [...(run.error === null ? [] : [run.error]), ...faults.map(({ name, ids }) => `${name} (${ids.join(', ')})`)]
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('the check of the data did not end')
    await sleep(POLL_MS)
  }
}
