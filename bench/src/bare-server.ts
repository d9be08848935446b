// A Fastify server without any application code, in its own process. bare.ts starts it with: mode, file of answers,
// path.
import { readFileSync } from 'node:fs'
import Fastify from 'fastify'

const [, , mode, file = '', path = '/'] = process.argv
const texts = JSON.parse(readFileSync(file, 'utf8')) as string[]

const text = { type: 'string' }
const cell = {
  type: 'object',
  properties: {
    courtCode: text,
    timeIndex: { type: 'integer' },
    date: text,
    status: text,
    inviteId: { type: 'string', nullable: true },
  },
}
const envelope = {
  type: 'object',
  properties: {
    success: { type: 'boolean' },
    code: { type: 'integer' },
    data: { type: 'array', items: cell },
    msg: text,
  },
}
const body = {
  type: 'object',
  required: ['coachId', 'stadiumId', 'date'],
  properties: { coachId: text, stadiumId: text, date: text },
}

const app = Fastify()
const answers: unknown[] = mode === 'rows' ? texts.map((one) => JSON.parse(one)) : texts.map((one) => Buffer.from(one))
let count = 0
app.post(path, { schema: { body, ...(mode === 'rows' && { response: { 200: envelope } }) } }, (_request, reply) => {
  count += 1
  reply.type('application/json; charset=utf-8').send(answers[count % answers.length])
})
process.on('SIGTERM', () => process.exit(0))
// The parent process is gone, so nobody else can stop this one.
process.on('disconnect', () => process.exit(0))
process.send?.({ address: await app.listen({ host: '127.0.0.1', port: 0 }) })
