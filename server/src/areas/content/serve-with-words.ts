import type { Endpoint } from '@paidang/api/endpoint'
import type { ContentKind } from '@paidang/domain/areas/content/content'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/database.ts'
import { type Asked, type Handled, type Result, serve } from '../../http/serve.ts'
import type { AppUser } from '../../http/session.ts'
import { checkWords, sayWords, type Words } from './say-words.ts'

/** A call of somebody who is logged in to the app. */
type OwnEndpoint = Endpoint & { access: 'app' | 'coach' }

/** Which words of a call go with its action, and on what; `about` undefined: the action makes it. */
type Spoken<E extends OwnEndpoint, Kind extends ContentKind> = {
  kind: Kind
  words: (asked: Asked<E>) => Words<Kind>
  about: (handled: Handled<E>) => string | undefined | Promise<string | undefined>
}

/** Carries the action out with its words as others read them. */
type Say<Kind extends ContentKind> = <Acted>(
  act: (tx: Database, words: Words<Kind>) => Promise<Acted>,
  idOf?: (acted: Acted) => string,
) => Promise<Acted>

/** Binds a call whose words are checked before others read them; its handler says when it acts. Source: decision record 032 */
export function serveWithWords<E extends OwnEndpoint, Kind extends ContentKind>(
  app: FastifyInstance,
  endpoint: E,
  { kind, words, about }: Spoken<E, Kind>,
  handle: (handled: Handled<E>, say: Say<Kind>) => Promise<Result<E>>,
): void {
  const authorOf = ({ user }: Asked<E>) => (user as AppUser).id
  serve(app, endpoint, {
    prepare: (asked) => checkWords(app, { kind, words: words(asked), by: authorOf(asked), request: asked.request }),
    handle: async (handled) => {
      const { prepared: verdicts, db, now } = handled
      const objectId = await about(handled)
      const saying = { kind, objectId, words: words(handled), verdicts, by: authorOf(handled), now }
      return handle(handled, (act, idOf) => sayWords(db, saying, act, idOf))
    },
  })
}
