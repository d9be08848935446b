import { ApiError, type ErrorCode } from '@paidang/api/catalogue/errors'
import type { Endpoint } from '@paidang/api/endpoint'
import Fastify, { type FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { useErrorHandler } from '../http/error-handler.ts'
import { watchRefusals } from './test-server.ts'

test('a refusal that the endpoint does not declare is noted, and a declared one is not', async () => {
  const undeclared = new Set<string>()
  const app = Fastify() as unknown as FastifyInstance
  watchRefusals(app, undeclared)
  useErrorHandler(app)
  const endpoint: Endpoint = {
    method: 'GET',
    path: '/cards',
    access: 'open',
    summary: 'Reads a card',
    errors: ['card_not_found'],
    data: Type.Null(),
  }
  app.get('/cards', { config: { endpoint } }, async ({ query }) => {
    throw new ApiError((query as { code: ErrorCode }).code)
  })
  for (const code of ['card_not_found', 'input_invalid', 'slot_taken']) await app.inject(`/cards?code=${code}`)
  expect([...undeclared]).toEqual(['GET /cards: slot_taken'])
})
