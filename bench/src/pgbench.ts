import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Product } from './product.ts'
import type { Statement } from './statements.ts'

/** A pgbench script, with the constants that its variables stand for. */
export type Script = { text: string; constants: Record<string, string> }

type ScriptWanted = {
  statements: readonly Statement[]
  /** Lines of backslash commands that set the variables. */
  settings: readonly string[]
  /** The expression that replaces each captured value, by that value. */
  places: ReadonlyMap<string, string>
  /**
   * Statements whose answer is needed later: a part of their text, and the prefix of the variables for their columns.
   */
  answers?: readonly { part: string; prefix: string }[]
  /** Prefix of the names of its constants. Scripts that run side by side need different prefixes. */
  name?: string
}

/** Scripts with their weights. */
export type Mix = readonly { script: Script; weight: number }[]

/** The server was stopped while pgbench's writes notified it. This is the time it gets to catch up. */
const CATCH_UP_MS = 1_500

/**
 * Makes a pgbench script of captured statements. Values that vary become variables. The others are passed as constants,
 * as parameters too. An array with a varying element is written as a constructor, since pgbench has no arrays.
 */
export function scriptOf({ statements, settings, places, answers = [], name: prefix = '' }: ScriptWanted): Script {
  const constants: Record<string, string> = {}
  const constant = (value: string) => {
    const known = Object.keys(constants).find((name) => constants[name] === value)
    const name = known ?? `${prefix}constant${Object.keys(constants).length}`
    constants[name] = value
    return `:${name}`
  }
  const inPlaceOf = (value: string | null | undefined): string => {
    if (value === null || value === undefined) return 'null'
    // pgbench does not accept empty variables.
    if (value === '') return "''"
    const elements = /^\{(.*)\}$/
      .exec(value)?.[1]
      ?.split(',')
      .map((element) => element.replace(/^"(.*)"$/, '$1'))
    if (elements?.some((element) => places.has(element))) return `array[${elements.map(inPlaceOf).join(', ')}]`
    return places.get(value) ?? constant(value)
  }
  const lines = statements.map(({ sql, parameters }) => {
    const oneLine = sql.replace(/\s+/g, ' ').replace(/;? *$/, '').trim()
    const filled = oneLine.replace(/\$(\d+)/g, (_, number: string) => inPlaceOf(parameters[Number(number) - 1]))
    const answer = answers.find(({ part }) => sql.includes(part))
    return answer ? `${filled} \\gset ${answer.prefix}` : `${filled};`
  })
  return { text: [...settings, ...lines, ''].join('\n'), constants }
}

/**
 * The warm-up does not count. In it each client plans each statement several times, until one plan serves all values.
 */
type Run = { clients: number; warmUpSeconds: number; seconds: number }

/**
 * Runs scripts with prepared statements over this many connections. Scripts that write notify the server. The server is
 * stopped meanwhile, so that its work does not slow pgbench down.
 *
 * @returns transactions per second, or undefined if pgbench is not installed
 * @throws Error if a statement failed
 */
export async function runPgbench(product: Product, mix: Mix, run: Run): Promise<number | undefined> {
  if ((await pgbenchVersion()) === undefined) return undefined
  process.kill(product.pid, 'SIGSTOP')
  try {
    return await runAlone(product, mix, run)
  } finally {
    process.kill(product.pid, 'SIGCONT')
    await sleep(CATCH_UP_MS)
  }
}

async function runAlone(
  { databaseUrl }: Product,
  mix: Mix,
  { clients, warmUpSeconds, seconds }: Run,
): Promise<number | undefined> {
  const url = new URL(databaseUrl)
  const directory = await mkdtemp(join(tmpdir(), 'paidang-pgbench-'))
  try {
    const files = mix.map(({ weight }, index) => `${join(directory, `${index}.sql`)}@${weight}`)
    for (const [index, { script }] of mix.entries()) await writeFile(join(directory, `${index}.sql`), script.text)
    const constants = mix.flatMap(({ script }) => Object.entries(script.constants))
    const args = [
      ...['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-P', '1', '-T', String(warmUpSeconds + seconds)],
      ...files.flatMap((file) => ['-f', file]),
      ...constants.flatMap(([name, value]) => ['-D', `${name}=${value}`]),
      ...['-h', url.hostname, '-p', url.port, '-U', url.username, url.pathname.slice(1)],
    ]
    const output = await outputOf('pgbench', args, { ...process.env, PGPASSWORD: decodeURIComponent(url.password) })
    if (output === undefined) return undefined
    const rates = [...output.matchAll(/^progress: ([\d.]+) s, ([\d.]+) tps/gm)]
      .filter(([, at]) => Number(at) > warmUpSeconds + 0.5)
      .map(([, , rate]) => Number(rate))
    // A run of a second may end before its first report.
    if (rates.length === 0) rates.push(Number(output.match(/^tps = ([\d.]+)/m)?.[1]))
    if (rates.some(Number.isNaN) || /ERROR|abort/.test(output)) throw new Error(`pgbench failed:\n${output}`)
    return rates.reduce((sum, rate) => sum + rate, 0) / rates.length
  } finally {
    await rm(directory, { recursive: true })
  }
}

/** The first line of `pgbench --version`. Undefined if it is not installed. */
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
