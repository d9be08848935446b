import { enterAnalytics, staffLogin } from '@paidang/api/areas/desks/staff'
import { h5Login } from '@paidang/api/areas/people/auth'
import { getCoachView } from '@paidang/api/areas/people/profile'
import { openAnalytics } from '@paidang/api/areas/views/analytics'
import { addDays, dayOf } from '@paidang/domain/kernel/day'
import { quantile } from './numbers.ts'
import { clientOf } from './people.ts'
import type { Product } from './product.ts'
import type { Row, Section } from './report.ts'
import { sized } from './scale.ts'

/** The demo world's password. */
export const PASSWORD = 'demo1234'
/** The id of a venue of the demo world. */
const FIRST_VENUE = '1'
const LOOKS = sized(40, 1)
/** The length of the longest month, in days. */
const PERIOD_DAYS = 31
/** Source: the console's own goal for its tables. */
const GOAL_MS = 300

type Who = 'operator' | 'merchant' | 'company'
type Table = { name: string; who: Who; path: string }

/** A query parameter in the API reference. Each console table answers pages and is for one role. */
type Parameter = { in: string; name: string; required?: boolean; schema: Choice & { anyOf?: Choice[] } }
type Choice = { enum?: unknown[]; const?: unknown; format?: string }
type Reference = { paths: Record<string, { get?: { summary?: string; parameters?: Parameter[] } }> }

/** Two search texts: one for a few rows out of many, and one without a match. Both scan all rows. */
const SOUGHT = ['1234', '没有这个人']

/**
 * Measures the first page of each console table and a search in it. The calls are those of the console, one after
 * another. The server's own reference lists the tables: the calls below /admin, /merchant and /analytics that answer
 * pages. A call with an id in its path is not a table.
 */
export async function measureConsole(product: Product): Promise<Section> {
  const tokens = await logInAll(product.address)
  const rows: Row[] = []
  for (const table of await tablesOf(product.address)) {
    const times: number[] = []
    for (let look = 0; look < LOOKS; look++) times.push(await timed(product.address + table.path, tokens[table.who]))
    const p95 = quantile(
      times.sort((a, b) => a - b),
      0.95,
    )
    const median = quantile(times, 0.5)
    rows.push({
      what: `${table.name}, first page, p95 (median), ms`,
      value: `${p95.toFixed(0)} (${median.toFixed(0)})`,
      goal: `< ${GOAL_MS}`,
      met: p95 < GOAL_MS,
    })
  }
  return { heading: 'Tables of the console, 100,000 users, 1,000,000 ledger rows', rows }
}

async function tablesOf(address: string): Promise<Table[]> {
  const response = await fetch(`${address}/aaapi/openapi.json`)
  if (!response.ok) throw new Error(`the reference answers ${response.status}`)
  const { paths } = (await response.json()) as Reference
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const area = /^\/aaapi\/(admin|merchant|analytics)\//.exec(path)?.[1]
    const isPaged = get?.parameters?.some(({ name }) => name === 'current')
    if (!area || !get || !isPaged) return []
    const who: Who = area === 'admin' ? 'operator' : area === 'merchant' ? 'merchant' : 'company'
    const name = get.summary ?? path
    const asked = (get.parameters ?? []).flatMap(({ name, in: place, required, schema }) =>
      required && place === 'query' && name !== 'current' && name !== 'rows'
        ? [`&${name}=${encodeURIComponent(someOf(name, schema))}`]
        : [],
    )
    return pathsOf(path, get.parameters ?? []).flatMap(({ path, word }) => {
      const page = { name: name + word, who, path: `${path}?current=1&rows=20${asked.join('')}` }
      if (!get.parameters?.some(({ name }) => name === 'keyword')) return [page]
      const searches = SOUGHT.map((word) => ({
        name: `${page.name}, search for ${word}`,
        who,
        path: `${page.path}&keyword=${encodeURIComponent(word)}`,
      }))
      return [page, ...searches]
    })
  })
}

/** The paths of a table. If it serves a few named things, such as income by coach or by course: one for each. */
function pathsOf(path: string, parameters: Parameter[]): { path: string; word: string }[] {
  const name = /\{(.+)\}/.exec(path)?.[1]
  if (name === undefined) return [{ path, word: '' }]
  const schema = parameters.find((parameter) => parameter.name === name)?.schema
  const values = schema ? choicesOf(schema) : []
  return values.map((value) => ({ path: path.replace(`{${name}}`, value), word: ` (${value})` }))
}

/** The allowed values of a parameter. Empty if it takes any value. */
function choicesOf({ anyOf = [], ...schema }: Parameter['schema']): string[] {
  return [schema, ...anyOf]
    .flatMap((choice) => choice.enum ?? (choice.const === undefined ? [] : [choice.const]))
    .map(String)
}

/** A value for a required filter. */
function someOf(name: string, schema: Parameter['schema']): string {
  const [first] = choicesOf(schema)
  if (first !== undefined) return first
  if ([schema, ...(schema.anyOf ?? [])].some(({ format }) => format?.startsWith('day')))
    return addDays(dayOf(new Date()), name === 'from' ? 1 - PERIOD_DAYS : 0)
  if (name === 'stadiumId') return FIRST_VENUE
  throw new Error(`nobody knows what to ask as ${name}`)
}

async function timed(url: string, token: string): Promise<number> {
  const begun = performance.now()
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  const body = await response.text()
  if (!response.ok) throw new Error(`${url} answers ${response.status}: ${body.slice(0, 200)}`)
  return performance.now() - begun
}

async function logInAll(address: string): Promise<Record<Who, string>> {
  const guest = clientOf(address)
  const staff = async (username: string) => (await guest(staffLogin, { body: { username, password: PASSWORD } })).token
  return { operator: await staff('senior'), merchant: await staff('merchant'), company: await enterAsAdmin(address) }
}

/** The token of the admin of the demo world's first company. It is obtained by the link from the app to the console. */
export async function enterAsAdmin(address: string): Promise<string> {
  const guest = clientOf(address)
  const { tokens, userInfo } = await guest(h5Login, { body: { username: 'coach', password: PASSWORD } })
  const coach = clientOf(address, tokens.token)
  const { companies } = await coach(getCoachView, { params: { id: userInfo.userId } })
  const companyId = companies.find(({ isAdmin, isPerson }) => isAdmin && !isPerson)?.id
  if (!companyId) throw new Error('the coach of the demo world is no admin')
  const { path } = await coach(openAnalytics, { body: { companyId } })
  const ticket = new URL(path, address).searchParams.get('ticket') ?? ''
  return (await guest(enterAnalytics, { body: { ticket } })).token
}
