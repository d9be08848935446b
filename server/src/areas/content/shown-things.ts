import type { ContentKind } from '@paidang/domain/areas/content/content'
import type { Database } from '../../db/database.ts'
import { hearOfWords, lockGame, readWords, showWords } from '../balls/show-words.ts'
import { lockCardOwner, readCardTexts, showOnCard } from '../business-cards/show-on-card.ts'
import { lockClass, publishClass } from '../classes/show-words.ts'
import { lockCourse, readCourseTexts, showOnCourse } from '../companies/show-on-course.ts'
import type { OrderEffects } from '../payments/order-effects.ts'
import { lockProfile, readProfileTexts, showOnProfile } from '../profile/show-on-profile.ts'
import { lockReviewedOrder } from '../stringing-orders/show-review.ts'

/** What was decided about words that went with an action. */
type HeardWords = { field: string; isApproved: boolean; now: Date; effects: OrderEffects }

/** A kind of thing whose fields are checked. */
type ShownThing = {
  /** Locks it until the transaction ends, before anything of it is decided. */
  lock(tx: Database, id: string): Promise<unknown>
  /** What others see of its fields; undefined for what is gone. */
  read?(db: Database, id: string): Promise<Partial<Record<string, string | null>> | undefined>
  /** Shows others an approved value. */
  show?(tx: Database, id: string, field: string, value: string): Promise<void>
  /** What follows once words that went with an action are shown or withheld. */
  hear?(tx: Database, id: string, heard: HeardWords): Promise<void>
}

/** How each kind of thing is read and changed by what is decided about it. */
export const SHOWN_THINGS: Record<ContentKind, ShownThing> = {
  user: { lock: lockProfile, read: readProfileTexts, show: showOnProfile },
  ball: { lock: lockGame, read: readWords, show: showWords, hear: hearOfWords },
  card: { lock: lockCardOwner, read: readCardTexts, show: showOnCard },
  class: { lock: lockClass, hear: publishClass },
  course: { lock: lockCourse, read: readCourseTexts, show: showOnCourse },
  hours: { lock: lockProfile },
  level: { lock: lockProfile },
  review: { lock: lockReviewedOrder },
}
