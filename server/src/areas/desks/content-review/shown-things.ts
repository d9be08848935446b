import type { ContentKind } from '@paidang/domain/areas/content/content'
import type { Database } from '../../../db/database.ts'
import { notifyTermsChanged, readTexts, showTexts } from '../../activities/balls/show-texts.ts'
import { publishClass } from '../../activities/classes/class-row.ts'
import type { OrderEffects } from '../../money/payments/order-effects.ts'
import { readProfileTexts, showOnProfile } from '../../people/profile/show-on-profile.ts'
import { readCourseTexts, showOnCourse } from '../../places/companies/show-on-course.ts'
import { readCardTexts, showOnCard } from '../../views/business-cards/card.ts'

/** The decision about a text that belongs to an action. */
type DecidedText = { field: string; isApproved: boolean; now: Date; effects: OrderEffects }

/** The operations on a kind of thing whose fields are checked. */
type ShownThing = {
  /** Reads what others see of its fields; undefined when the thing is gone. */
  read?(db: Database, id: string): Promise<Partial<Record<string, string | null>> | undefined>
  /** Shows an approved value to others. */
  show?(tx: Database, id: string, field: string, value: string): Promise<void>
  /** Runs the consequences once the text of an action is shown or withheld. */
  hear?(tx: Database, id: string, heard: DecidedText): Promise<void>
}

/** The operations for each kind of thing that has any. */
export const SHOWN_THINGS: Partial<Record<ContentKind, ShownThing>> = {
  user: { read: readProfileTexts, show: showOnProfile },
  ball: { read: readTexts, show: showTexts, hear: notifyTermsChanged },
  card: { read: readCardTexts, show: showOnCard },
  class: { hear: publishClass },
  course: { read: readCourseTexts, show: showOnCourse },
}
