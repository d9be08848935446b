import type { Endpoint } from '@paidang/api/endpoint'
import type { ContentKind } from '@paidang/domain/areas/ground/content/content'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../db/database.ts'
import { type Asked, type Handled, type Result, type Stands, serve } from '../../../http/serve.ts'
import { checkTexts, type ReviewedTexts, submitText } from './submit-text.ts'

/** A call of a person: in the app, as a guest of an open one, or as the admin of a company. */
type OwnEndpoint = Endpoint & { access: 'app' | 'coach' | 'open' | 'company' }

/** The texts of a call and the thing they are about; `about` is undefined when the action creates the thing. */
type Spoken<E extends OwnEndpoint, Kind extends ContentKind> = {
  kind: Kind
  words: (asked: Asked<E>) => ReviewedTexts<Kind>
  about: (handled: Handled<E>) => string | undefined | Promise<string | undefined>
  stands?: Stands<E>
}

/** Runs the action with the texts as others read them. */
type Say<Kind extends ContentKind> = <Acted>(
  act: (tx: Database, words: ReviewedTexts<Kind>) => Promise<Acted>,
  idOf?: (acted: Acted) => string,
) => Promise<Acted>

/**
 * Pairs a call whose texts are checked before others read them with its handler, which calls `say` to run the action.
 * Source: decision record 032
 */
export const handleReviewed =
  <E extends OwnEndpoint, Kind extends ContentKind>(
    endpoint: E,
    { kind, words, about, stands }: Spoken<E, Kind>,
    handle: (handled: Handled<E>, say: Say<Kind>) => Promise<Result<E>>,
  ) =>
  (app: FastifyInstance): void => {
    const authorOf = ({ request }: Asked<E>) => request.caller?.id ?? request.admin?.id ?? null
    serve(app, endpoint, {
      ...(stands && { stands }),
      prepare: (asked) =>
        checkTexts(app, { kind, words: words(asked), actorId: authorOf(asked), request: asked.request }),
      handle: async (handled) => {
        const { prepared: verdicts, db, now } = handled
        const objectId = await about(handled)
        const saying = { kind, objectId, words: words(handled), verdicts, actorId: authorOf(handled), now }
        return handle(handled, (act, idOf) => submitText(db, saying, act, idOf))
      },
    })
  }
