import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Statement } from './statements.ts'

/** What stands in a script where the statement had a value. */
export type Script = { text: string; constants: Record<string, string> }

type ScriptWanted = {
  statements: readonly Statement[]
  /** Lines of backslash commands that give the variables their values. */
  settings: readonly string[]
  /** By the value that it had when the statements were captured: the expression in its place. */
  places: ReadonlyMap<string, string>
  /** Statements whose answer is needed later: a part of their text, and the prefix of the variables made of its columns. */
  answers?: readonly { part: string; prefix: string }[]
}

/**
 * A pgbench script of captured statements. Values that vary become variables; the others are passed as constants, as
 * parameters too. An array with a varying element is written as a constructor, since pgbench has no arrays.
 */
export function scriptOf({ statements, settings, places, answers = [] }: ScriptWanted): Script {
  const constants: Record<string, string> = {}
  const constant = (value: string) => {
    const known = Object.keys(constants).find((name) => constants[name] === value)
    const name = known ?? `constant${Object.keys(constants).length}`
    constants[name] = value
    return `:${name}`
  }
  const inPlaceOf = (value: string | null | undefined): string => {
    if (value === null || value === undefined) return 'null'
    // pgbench takes no empty variables.
    if (value === '') return "''"
    const elements = /^\{(.*)\}$/
      .exec(value)?.[1]
      ?.split(',')
      .map((element) => element.replace(/^"(.*)"$/, '$1'))
    if (elements?.some((element) => places.has(element))) return `array[${elements.map(inPlaceOf).join(', ')}]`
    return places.get(value) ?? constant(value)
  }
  const lines = statements.map(({ sql, parameters }) => {
    const oneLine = sql.replace(/\s+/g, ' ').trim()
    const filled = oneLine.replace(/\$(\d+)/g, (_, number: string) => inPlaceOf(parameters[Number(number) - 1]))
    const answer = answers.find(({ part }) => sql.includes(part))
    return answer ? `${filled} \\gset ${answer.prefix}` : `${filled};`
  })
  return { text: [...settings, ...lines, ''].join('\n'), constants }
}

type Run = { databaseUrl: string; clients: number; seconds: number }

/**
 * Runs a script with prepared statements over so many connections.
 *
 * @returns transactions per second, or undefined when pgbench is not installed
 * @throws Error when a statement failed
 */
export async function runPgbench(
  { text, constants }: Script,
  { databaseUrl, clients, seconds }: Run,
): Promise<number | undefined> {
  const url = new URL(databaseUrl)
  const directory = await mkdtemp(join(tmpdir(), 'paidang-pgbench-'))
  const file = join(directory, 'script.sql')
  try {
    await writeFile(file, text)
    const args = [
      ...['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(seconds), '-f', file],
      ...Object.entries(constants).flatMap(([name, value]) => ['-D', `${name}=${value}`]),
      ...['-h', url.hostname, '-p', url.port, '-U', url.username, url.pathname.slice(1)],
    ]
    const output = await outputOf('pgbench', args, { ...process.env, PGPASSWORD: decodeURIComponent(url.password) })
    if (output === undefined) return undefined
    const rate = /^tps = ([\d.]+)/m.exec(output)?.[1]
    if (rate === undefined || /ERROR|abort/.test(output)) throw new Error(`pgbench failed:\n${output}`)
    return Number(rate)
  } finally {
    await rm(directory, { recursive: true })
  }
}

/** The first line of `pgbench --version`; undefined when it is not installed. */
export async function pgbenchVersion(): Promise<string | undefined> {
  return (await outputOf('pgbench', ['--version'], process.env))?.trim()
}

function outputOf(program: string, args: string[], env: NodeJS.ProcessEnv): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
    child.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? resolve(undefined) : reject(error),
    )
    child.once('close', () => resolve(output))
  })
}
