// The roots of the cache: what is fetched about one subject stands under its key. A write names those that it changes.

/** The log-in methods of the user, and what blocks the closing of the account. */
export const ACCOUNT_KEY = ['account'] as const
export const CLOSING_KEY = [...ACCOUNT_KEY, 'closing'] as const
export const REGISTRATION_KEY = ['registration'] as const
/** The profiles of users, each under its id. */
export const PROFILE_KEY = ['profile', 'player'] as const
/** The public views of coaches. */
export const COACH_KEY = ['profile', 'coach'] as const
/** The caller's own business card. */
export const OWN_CARD_KEY = ['own-card'] as const
/** The cards of players. */
export const PLAYER_CARDS_KEY = ['player-cards'] as const
/** A message that is read changes the unread count and all messages. */
export const UNREAD_KEY = ['messages', 'unread'] as const

/** Venues, and where coaches teach. */
export const VENUES_KEY = ['venues'] as const
/** Orders and their payments. */
export const ORDERS_KEY = ['orders'] as const
/** Packages of hours, with what the caller has of their courses. */
export const PACKAGES_KEY = ['packages'] as const
/** Stored-value cards. Whatever moves their money changes it. */
export const CARDS_KEY = ['cards'] as const
/** Occupied time: grids and date marks. Every booking, cancellation and lock changes it. */
export const SCHEDULE_KEY = ['schedule'] as const

export const CLASSES_KEY = ['classes'] as const
/** What a change of one of the user's classes changes. */
export const OWN_CLASSES_KEY = [...CLASSES_KEY, 'own'] as const
export const USUAL_COURSES_KEY = [...CLASSES_KEY, 'usual'] as const
/** What a class changes on the coach's home. What a lock changes there is under the schedule's key. */
export const COACH_HOME_KEY = [...CLASSES_KEY, 'coach-home'] as const
/** The catalogue with the caller's coaches for each course. */
export const CATALOGUE_KEY = ['common-courses'] as const
/** Coaches as strangers find them. */
export const COACH_PAGES_KEY = ['coach-pages'] as const
/** Requests to become a student, on either side. */
export const STUDENT_REQUESTS_KEY = ['student-requests'] as const
/** Trial lessons, on either side. */
export const TRIALS_KEY = ['trial-lessons'] as const
/** Invitations of students, as their coach and as who opens a link sees them. */
export const STUDENT_INVITATIONS_KEY = ['student-invitations'] as const
export const BALLS_KEY = ['balls'] as const
/** Shops, rackets and orders. */
export const STRINGING_KEY = ['stringing'] as const
/** Products, carts and orders. */
export const SHOP_KEY = ['shop'] as const
export const PRODUCTS_KEY = [...SHOP_KEY, 'products'] as const
export const SHOP_ORDERS_KEY = [...SHOP_KEY, 'orders'] as const
/** The caller's calendar. */
export const CALENDAR_KEY = ['calendar'] as const
