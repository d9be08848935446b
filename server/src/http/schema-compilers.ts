import AjvCompiler from '@fastify/ajv-compiler'
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifyInstance, FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'
import { formats, formatsOfAnswers } from './validation.ts'

/** Without shared schemas: every endpoint brings its whole schema. */
const NO_SHARED_SCHEMAS = {}

const buildValidators = AjvCompiler()
const validators = (coerceTypes: boolean, removeAdditional: true | 'all') =>
  compileOnce(
    buildValidators(NO_SHARED_SCHEMAS, {
      customOptions: {
        coerceTypes,
        // Ajv reads the text Infinity as a number, and with strict numbers then asks for no bounds of it.
        strictNumbers: !coerceTypes,
        useDefaults: true,
        removeAdditional,
        allErrors: false,
        formats,
      },
    }),
  )
const compileBody = validators(false, true)
// Paths and queries are flat, without alternatives of which the first would take the names of the second.
const compilePathOrQuery = validators(true, 'all')
const compileAnswer = compileOnce(SerializerSelector()(NO_SHARED_SCHEMAS, { ajv: { formats: formatsOfAnswers } }))

/**
 * Bodies are taken as they are: "1" is not 1. Query strings and paths are text, so there numbers are read from it.
 * Defaults of the schemas are filled in. Names of a query that no schema knows are dropped; those of a body `serve` drops.
 * Equal schemas are compiled once per process, however many apps it builds.
 */
export function useSchemaCompilers(app: FastifyInstance): void {
  app.setValidatorCompiler(((definition) =>
    (definition.httpPart === 'body' ? compileBody : compilePathOrQuery)(definition)) as FastifySchemaCompiler<unknown>)
  app.setSerializerCompiler(compileAnswer as FastifySerializerCompiler<unknown>)
}

/** The compiler with a memory: a schema of the same content gets the same function. */
function compileOnce<Definition, Compiled>(
  compile: (definition: Definition) => Compiled,
): (definition: Definition & { schema: unknown }) => Compiled {
  const compiled = new Map<string, Compiled>()
  return (definition) => {
    const content = JSON.stringify(definition.schema)
    const known = compiled.get(content) ?? compile(definition)
    compiled.set(content, known)
    return known
  }
}
