import type { ContentKind } from '@paidang/domain/areas/content/content'
import type { Database } from '../../db/database.ts'
import { lockGame, notifyTermsChanged, readTexts, showTexts } from '../balls/show-texts.ts'
import { lockCardOwner, readCardTexts, showOnCard } from '../business-cards/show-on-card.ts'
import { lockClass, publishClass } from '../classes/show-texts.ts'
import { lockCourse, readCourseTexts, showOnCourse } from '../companies/show-on-course.ts'
import type { OrderEffects } from '../payments/order-effects.ts'
import { lockProfile, readProfileTexts, showOnProfile } from '../profile/show-on-profile.ts'
import { lockReport } from '../reports/report-content.ts'
import { lockReviewedOrder } from '../stringing-orders/show-review.ts'

/** The decision about a text that belongs to an action. */
type DecidedText = { field: string; isApproved: boolean; now: Date; effects: OrderEffects }

/** The operations on a kind of thing whose fields are checked. */
type ShownThing = {
  /** Locks the thing until the transaction ends. Called before anything about it is decided. */
  lock(tx: Database, id: string): Promise<unknown>
  /** Reads what others see of its fields; undefined when the thing is gone. */
  read?(db: Database, id: string): Promise<Partial<Record<string, string | null>> | undefined>
  /** Shows an approved value to others. */
  show?(tx: Database, id: string, field: string, value: string): Promise<void>
  /** Runs the consequences once the text of an action is shown or withheld. */
  hear?(tx: Database, id: string, heard: DecidedText): Promise<void>
}

/** The operations for each kind of thing. */
export const SHOWN_THINGS: Record<ContentKind, ShownThing> = {
  user: { lock: lockProfile, read: readProfileTexts, show: showOnProfile },
  ball: { lock: lockGame, read: readTexts, show: showTexts, hear: notifyTermsChanged },
  card: { lock: lockCardOwner, read: readCardTexts, show: showOnCard },
  class: { lock: lockClass, hear: publishClass },
  course: { lock: lockCourse, read: readCourseTexts, show: showOnCourse },
  hours: { lock: lockProfile },
  level: { lock: lockProfile },
  review: { lock: lockReviewedOrder },
  report: { lock: lockReport },
}
