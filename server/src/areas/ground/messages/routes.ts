import * as settings from '@paidang/api/areas/message-settings'
import * as messages from '@paidang/api/areas/messages'
import type { Sord } from '@paidang/api/shapes'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { offsetOf, type Page } from '@paidang/domain/kernel/page'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../db/database.ts'
import { serve } from '../../../http/serve.ts'
import type { MessageCategory } from '../../../tables/messages.ts'
import { decideMessage, type MessageEffects } from './decide-message.ts'
import { countUnread, pageMessages, pageVenueRequests } from './inbox-queries.ts'
import operatorRoutes from './operator-routes.ts'
import { presentMessage } from './present-message.ts'
import { readSettings, saveSettings, saveSubscriptions } from './save-message-settings.ts'
import { deleteMessage, readAllMessages, readMessage } from './update-inbox.ts'

/** @param effects the effects of verdicts, which other areas define */
export default async function messagesRoutes(app: FastifyInstance, { effects }: { effects: MessageEffects }) {
  const listOwn = async (
    db: Database,
    receiverId: string,
    query: Page & { sord?: Sord },
    category?: MessageCategory,
  ) => {
    const { rows, total } = await pageMessages(db, {
      receiverId,
      category,
      sord: query.sord ?? 'desc',
      limit: query.rows,
      offset: offsetOf(query),
    })
    return { rows: rows.map(presentMessage), total }
  }
  serve(app, messages.messagesOfType, ({ params: { messageType }, query, user, db }) =>
    listOwn(db, user.id, query, categoryOf(messageType)),
  )
  serve(app, messages.messagesOfAll, ({ query, user, db }) => listOwn(db, user.id, query))
  serve(app, messages.venueRequests, async ({ query, user, db }) => {
    const { rows, total } = await pageVenueRequests(db, {
      receiverId: user.id,
      limit: query.rows,
      offset: offsetOf(query),
    })
    return { rows: rows.map(presentMessage), total }
  })
  serve(app, messages.unreadCounts, ({ user, db }) => countUnread(db, user.id))
  for (const [endpoint, verdict] of [
    [messages.approveMessage, APPROVAL.APPROVED],
    [messages.rejectMessage, APPROVAL.REJECTED],
  ] as const) {
    serve(app, endpoint, ({ params, body: { revision: seen }, user, db, now }) =>
      decideMessage(db, { messageId: params.id, actorId: user.id, verdict, seen, now, effects }),
    )
  }
  serve(app, messages.readMessage, ({ params, user, db }) =>
    readMessage(db, { messageId: params.id, actorId: user.id }),
  )
  serve(app, messages.deleteMessage, ({ params, user, db, now }) =>
    deleteMessage(db, { messageId: params.id, actorId: user.id, now, effects }),
  )
  serve(app, messages.readAllMessages, ({ body: { messageType }, user, db }) =>
    readAllMessages(db, { category: categoryOf(messageType), actorId: user.id }),
  )

  const settingsOf = (db: Database, userId: string) => readSettings(db, { userId, templates: app.messageTemplates })
  serve(app, settings.readMessageSettings, ({ user, db }) => settingsOf(db, user.id))
  serve(app, settings.saveMessageSettings, async ({ body: quiet, user, db, now }) => {
    await saveSettings(db, { userId: user.id, quiet, now })
    return settingsOf(db, user.id)
  })
  serve(app, settings.saveSubscriptions, async ({ body: { accepted }, user, db }) => {
    await saveSubscriptions(db, { userId: user.id, accepted })
    return settingsOf(db, user.id)
  })
  await app.register(operatorRoutes)
}

const categoryOf = <Category extends string>(messageType: Category | 'all' | '') =>
  messageType === 'all' || messageType === '' ? undefined : messageType
