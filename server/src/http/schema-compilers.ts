import AjvCompiler from '@fastify/ajv-compiler'
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifyInstance, FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'
import { formats, formatsOfAnswers } from './validation.ts'

/** No shared schemas: every endpoint has its complete schema. */
const NO_SHARED_SCHEMAS = {}

const buildValidators = AjvCompiler()
const validators = (coerceTypes: boolean) =>
  once(
    buildValidators(NO_SHARED_SCHEMAS, {
      customOptions: {
        coerceTypes,
        // Ajv reads the text Infinity as a number, and with strict numbers then ignores its bounds.
        strictNumbers: !coerceTypes,
        useDefaults: true,
        // What a schema closes is refused, not dropped without a word.
        removeAdditional: false,
        allErrors: false,
        formats,
      },
    }) as (definition: Definition) => Validate,
  )
const validatorOfBody = validators(false)
const validatorOfPathOrQuery = validators(true)
const serializerOf = once(
  SerializerSelector()(NO_SHARED_SCHEMAS, { ajv: { formats: formatsOfAnswers } }) as (
    definition: Definition,
  ) => (answer: unknown) => string,
)

type Definition = { schema: unknown; httpPart?: string }
type Validate = { (data: unknown): boolean; errors?: unknown }

/**
 * Sets compilers that compile each schema at its first use, so a start does not wait for hundreds of them.
 * Bodies are not converted: "1" is not 1. Query strings and paths are text, so numbers are read from them.
 * Defaults are filled in. `serve` refuses unknown names in a query, and drops those in the body of a write.
 */
export function useSchemaCompilers(app: FastifyInstance): void {
  app.setValidatorCompiler(((definition: Definition) => {
    const validatorOf = definition.httpPart === 'body' ? validatorOfBody : validatorOfPathOrQuery
    const validate: Validate = (data) => {
      const compiled = validatorOf(definition)
      const isValid = compiled(data)
      validate.errors = compiled.errors
      return isValid
    }
    return validate
  }) as FastifySchemaCompiler<unknown>)
  app.setSerializerCompiler(
    ((definition: Definition) => (answer: unknown) =>
      serializerOf(definition)(answer)) as FastifySerializerCompiler<unknown>,
  )
}

/** A compiler with a memory: schemas with equal content share one function per process, for any number of apps. */
function once<Compiled>(compile: (definition: Definition) => Compiled): (definition: Definition) => Compiled {
  const byContent = new Map<string, Compiled>()
  const bySchema = new WeakMap<object, Compiled>()
  return (definition) => {
    const schema = definition.schema as object
    const known = bySchema.get(schema)
    if (known) return known
    const content = JSON.stringify(schema)
    const compiled = byContent.get(content) ?? compile(definition)
    byContent.set(content, compiled)
    bySchema.set(schema, compiled)
    return compiled
  }
}
