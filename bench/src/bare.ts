import { fork } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { atEnd } from './ending.ts'
import { endProcess, pidOf, ROOT } from './product.ts'

/**
 * Plain Fastify in a separate process. It reads and validates the request's body, skips authentication, and answers
 * from memory.
 */
export type Bare = { address: string; pid: number; stop(): Promise<void> }

/**
 * Starts plain Fastify.
 *
 * @param mode `rows`: each answer is serialized from rows, as a server without a text cache must do. `bytes`: each
 * answer is ready bytes, the fastest that Fastify can be
 * @param answers whole bodies, sent in turn
 */
export async function startBare(mode: 'rows' | 'bytes', path: string, answers: readonly string[]): Promise<Bare> {
  const directory = await mkdtemp(join(tmpdir(), 'paidang-bare-'))
  atEnd(() => rm(directory, { recursive: true }))
  const file = join(directory, 'answers.json')
  await writeFile(file, JSON.stringify(answers))
  const program = fileURLToPath(new URL('./bare-server.ts', import.meta.url))
  const child = fork(program, [mode, file, path], { cwd: ROOT, execArgv: ['--import', 'tsx'] })
  atEnd(() => endProcess(child))
  return new Promise((resolve, reject) => {
    child.once('message', (message) => {
      const { address } = message as { address: string }
      resolve({ address, pid: pidOf(child), stop: () => endProcess(child) })
    })
    child.once('exit', (code) => reject(new Error(`the bare server ended (${code})`)))
  })
}
