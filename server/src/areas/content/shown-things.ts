import type { ContentKind } from '@paidang/domain/areas/content/content'
import type { Database } from '../../db/database.ts'
import { lockGame, readWords, showWords } from '../balls/show-words.ts'
import { lockCardOwner, readCardTexts, showOnCard } from '../business-cards/show-on-card.ts'
import { lockProfile, readProfileTexts, showOnProfile } from '../profile/show-on-profile.ts'

/** A kind of thing whose fields are checked. */
type ShownThing = {
  /** Locks it until the transaction ends, before anything of it is decided. */
  lock(tx: Database, id: string): Promise<unknown>
  /** What others see of its fields; undefined for what is gone. */
  read(db: Database, id: string): Promise<Partial<Record<string, string | null>> | undefined>
  /** Shows others an approved value. */
  show(tx: Database, id: string, field: string, value: string): Promise<void>
}

/** How each kind of thing is read and changed by what is decided about it. */
export const SHOWN_THINGS: Record<ContentKind, ShownThing> = {
  user: { lock: lockProfile, read: readProfileTexts, show: showOnProfile },
  ball: { lock: lockGame, read: readWords, show: showWords },
  card: { lock: lockCardOwner, read: readCardTexts, show: showOnCard },
}
