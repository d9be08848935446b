import type { ClosingBlocker } from '@paidang/api/areas/accounts'
import {
  companyPath,
  contractPath,
  myBallPath,
  myBookingPath,
  myThreadingPath,
  schedulePath,
  shopOrdersPath,
  storeCardPath,
} from '../../../../paths'

const PATHS: Partial<Record<ClosingBlocker, string>> = {
  CARD_BALANCE: storeCardPath(),
  LESSON_HOURS: contractPath(),
  CLASSES: myBookingPath(),
  STUDENTS_CLASSES: schedulePath(),
  BALLS: myBallPath(),
  STRINGING: myThreadingPath(),
  SHOP: shopOrdersPath(),
  COMPANY: companyPath(),
}

/** The page that settles a blocker of closing the account; undefined where only time does. */
export function settlingPath(blocker: ClosingBlocker): string | undefined {
  return PATHS[blocker]
}
