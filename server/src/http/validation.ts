import AjvCompiler from '@fastify/ajv-compiler'
import { hyphened, isDay } from '@paidang/domain/kernel/day'
import { DEFAULT_USER_ID, isId } from '@paidang/domain/kernel/id'
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify'

/** The formats of our schemas, for validating requests and for choosing among alternatives when answers are written. */
export const formats = {
  id: (text: string) => isId(text),
  'user-id': (text: string) => isId(text) || text === DEFAULT_USER_ID,
  // A company's id, as companies write it for userType 2: with the suffix -{userId}.
  'company-id': (text: string) => text.split('-').length <= 2 && text.split('-').every(isId),
  day: (text: string) => isDay(text),
  'day-input': (text: string) => /^\d{4}([-/])\d{2}\1\d{2}$/.test(text) && isDay(hyphened(text)),
  'date-time': (text: string) => !Number.isNaN(Date.parse(text)),
}

/**
 * Bodies are taken as they are: "1" is not 1. Query strings and paths are text, so there numbers are read from it.
 * Defaults of the schemas are filled in. Names of a query that no schema knows are dropped; those of a body `serve` drops.
 */
export function useStrictBodies(app: FastifyInstance): void {
  const build = AjvCompiler()
  const compilerWith = (coerceTypes: boolean, removeAdditional: true | 'all') =>
    build(
      {},
      {
        customOptions: {
          coerceTypes,
          // Ajv reads the text Infinity as a number, and with strict numbers then asks for no bounds of it.
          strictNumbers: !coerceTypes,
          useDefaults: true,
          removeAdditional,
          allErrors: false,
          formats,
        },
      },
    )
  const strict = compilerWith(false, true)
  // Paths and queries are flat, without alternatives of which the first would take the names of the second.
  const reading = compilerWith(true, 'all')
  app.setValidatorCompiler(((definition) =>
    (definition.httpPart === 'body' ? strict : reading)(definition)) as FastifySchemaCompiler<unknown>)
}

/** Deeper than any body of ours; deeper JSON is an attack on whoever walks it. */
const MAX_DEPTH = 12

/**
 * Whether a text that PostgreSQL cannot store stands anywhere in the input: NUL, or a lone surrogate, which would be
 * stored as another character without a word. Keys count too.
 */
export function hasUnstorableText(value: unknown, depth = 0): boolean {
  if (depth > MAX_DEPTH) return true
  if (typeof value === 'string') return value.includes('\u0000') || !isWellFormed(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(
    ([key, inner]) => hasUnstorableText(key, depth + 1) || hasUnstorableText(inner, depth + 1),
  )
}

function isWellFormed(text: string): boolean {
  // Hardly any text has one, and encoding all of it takes much longer than looking.
  if (!/[\ud800-\udfff]/.test(text)) return true
  try {
    encodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
