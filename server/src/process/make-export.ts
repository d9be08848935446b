import type { FastifyRequest } from 'fastify'
import type { Replica } from '../db/replica.ts'
import type { ExportInput, ExportName, ExportResult } from '../exports-of-areas.ts'
import { accountOf, writerOf } from '../http/account-of.ts'
import { BackgroundThread } from './background-thread.ts'
import { FairQueue } from './fair-queue.ts'

/** One export of a process runs at a time, and two more of one account may wait. Source: decision record 027 */
const LIMITS = { atOnce: 1, perAccount: 1, waitingPerAccount: 2, waiting: 60, refusal: 'requests_too_many' } as const

/**
 * Makes one of the files that take long, for an account.
 *
 * @throws ApiError as the export does, requests_too_many, server_busy
 */
export type MakeExport = <Name extends ExportName>(
  request: FastifyRequest,
  name: Name,
  input: ExportInput<Name>,
) => Promise<ExportResult<Name>>

type Addresses = { databaseUrl: string; replicaUrl: string | undefined; replica: Replica | undefined }

/** The maker of files of one process: a thread with its own database connection. Accounts take turns. */
export function createExports({ replica, ...addresses }: Addresses): { make: MakeExport; stop(): Promise<void> } {
  const thread = new BackgroundThread(new URL('./export-thread.ts', import.meta.url), addresses)
  const queue = new FairQueue(LIMITS)
  return {
    make: <Name extends ExportName>(request: FastifyRequest, name: Name, input: ExportInput<Name>) =>
      queue.run(accountOf(request), () => {
        const mayLag = replica?.databaseFor(writerOf(request)) !== undefined
        return thread.run({ name, input, mayLag }) as Promise<ExportResult<Name>>
      }),
    stop: () => thread.stop(),
  }
}
