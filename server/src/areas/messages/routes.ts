import * as messages from '@paidang/api/areas/messages'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { offsetOf } from '@paidang/domain/kernel/page'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import { decideMessage, type Effects } from './decide-message.ts'
import { countUnread, pageMessages } from './inbox-queries.ts'
import { deleteMessage, readMessage } from './keep-inbox.ts'
import { presentMessage } from './present-message.ts'

/** @param effects what verdicts do, which is other areas' business */
export default async function messagesRoutes(app: FastifyInstance, { effects }: { effects: Effects }) {
  serve(app, messages.messagesOfType, async ({ params: { messageType }, query, user, db }) => {
    const category = messageType === 'all' ? undefined : messageType
    const page = { limit: query.rows, offset: offsetOf(query) }
    const { rows, total } = await pageMessages(db, { receiverId: user.id, category, ...page })
    return { rows: rows.map(presentMessage), total }
  })
  serve(app, messages.unreadCounts, ({ user, db }) => countUnread(db, user.id))
  for (const [endpoint, verdict] of [
    [messages.approveMessage, APPROVAL.APPROVED],
    [messages.rejectMessage, APPROVAL.REJECTED],
  ] as const) {
    serve(app, endpoint, ({ params, user, db, now }) =>
      decideMessage(db, { messageId: params.id, by: user.id, verdict, now, effects }),
    )
  }
  serve(app, messages.readMessage, ({ params, user, db }) => readMessage(db, { messageId: params.id, by: user.id }))
  serve(app, messages.deleteMessage, ({ params, user, db, now }) =>
    deleteMessage(db, { messageId: params.id, by: user.id, now }),
  )
}
