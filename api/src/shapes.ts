import { type Static, Type } from 'typebox'
import type { AreaReference } from './endpoint.ts'

/** An id on the wire. */
export const Id = Type.String({
  format: 'id',
  description: 'An id: a string of digits from 1 to 2^63-1.',
  examples: ['1024'],
})

/** An id in a path that names whose data is requested. */
export const UserId = Type.String({
  format: 'user-id',
  description: "A user's id. It may be the client's guest id, which is never the caller.",
  examples: ['1024'],
})

/** A calendar date, yyyy-mm-dd. */
export const Day = Type.String({
  format: 'day',
  description: 'A calendar date in Shanghai, yyyy-mm-dd.',
  examples: ['2026-05-01'],
})

/** A date as callers may send it. Source: specification §9. */
export const DayInput = Type.String({
  format: 'day-input',
  description: 'A calendar date in Shanghai: yyyy-mm-dd or yyyy/mm/dd, both with the same meaning.',
  examples: ['2026-05-01', '2026/05/01'],
})

/** An instant in ISO 8601. */
export const Instant = Type.String({
  format: 'date-time',
  description: 'An instant in ISO 8601, in UTC.',
  examples: ['2026-05-01T01:00:00.000Z'],
})

/** A half-hour index as a start, 0-47. */
export const BeginTimeSlot = Type.Integer({
  minimum: 0,
  maximum: 47,
  description: 'The first half-hour of a day in Shanghai: 0 begins at 00:00, 47 at 23:30.',
  examples: [18],
})

/** A half-hour index as an end, exclusive, 1-48. */
export const EndTimeSlot = Type.Integer({
  minimum: 1,
  maximum: 48,
  description: 'The half-hour at which a time ends, exclusive: 20 ends at 10:00, 48 at midnight.',
  examples: [20],
})

/** Lesson hours. */
export const LessonHours = Type.Number({
  multipleOf: 0.5,
  description: 'Lesson hours, in steps of 0.5.',
  examples: [1.5],
})

/** An amount in fen. */
export const Fen = Type.Integer({ description: 'An amount in fen: 100 fen are one yuan.', examples: [9900] })

/**
 * Free text of a person. It cannot change the direction of the text around it. The server refuses NUL and lone
 * surrogates before it is read.
 */
export const freeText = (maxLength: number, minLength = 0) =>
  Type.String({ maxLength, ...(minLength > 0 && { minLength }), format: 'free-text' })

/** A value of this schema, or null. */
export const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()])

const REVISION =
  'How often the facts that people decide on were changed; a decision sends back the revision that its maker saw.'

/** How often the facts that people decide on were changed. Every object that others may change answers it. */
export const Revision = Type.Integer({
  minimum: 0,
  maximum: 2_147_483_647,
  description: REVISION,
  examples: [3],
})

/**
 * The revision that the sender of a decision saw. A newer one refuses with `revision_outdated`. Without it nothing is
 * compared. Source: decision record 036
 */
export const seen = { revision: Type.Optional(Revision) }

/**
 * What `revision_outdated` carries: the present revision, what changed since in words, and the present object. A price
 * that is compared itself has no revision.
 */
export type OutdatedRevision<State = unknown> = { revision?: number; changes: string[]; state: State }

/**
 * The sort of classes that the screens request in place of the sort in the specification. Upcoming classes come first,
 * the nearest first. Then come past ones, the latest first. It has one direction, so `sord` beside it is refused.
 */
export const NEAREST = 'nearest'

/** Paging of a list: page from 1, rows per page. A list that can be sorted adds `sortedBy`. */
export const PageQuery = {
  current: Type.Integer({ minimum: 1, maximum: 100_000, default: 1, description: 'The page, counted from 1.' }),
  rows: Type.Integer({ minimum: 1, maximum: 100, default: 10, description: 'How many rows a page has.' }),
}

const SORD = 'The direction of the sort: asc from the smallest or earliest, desc from the largest or latest.'

/** The direction of a sort. */
export const Sord = Type.Enum(['asc', 'desc'], { description: SORD })
export type Sord = Static<typeof Sord>

/** What a list can be sorted by, the default first. Another `sort` is refused. */
export const sortedBy = <const Name extends string>(...names: Name[]) => ({
  sort: Type.Optional(
    Type.Enum(names, {
      description: `What the list is sorted by, by default the first of these: ${names.join(', ')}.`,
    }),
  ),
  sord: Type.Optional(Sord),
})

/** A person as others see them. */
export const Person = Type.Object({ id: Id, nickname: Type.String(), avatar: orNull(Type.String()) })

/** Params of a path that ends in an id. */
export const ById = Type.Object({ id: Id })

/** What the reference says about fields that mean the same in every area. */
export const reference: AreaReference = {
  fields: {
    ById: 'The parameters of a path that ends in an id.',
    Person: 'A person as others see them.',
    'attendances.attendance': 'Whether the player came: present on time, late, absent without word, or leave excused.',
    data: 'What the call answers.',
    msg: 'The sentence for the user, in Chinese.',
    sord: SORD,
    revision: REVISION,
    share: 'The secret from a share link, which lets a stranger in; left out without a link.',
    _t: 'Any text that makes the address unique, so that no cache answers; ignored.',
    'Person.id': "The person's user id.",
    'Person.nickname': 'The name under which the person appears to others.',
    'Person.avatar': "The person's picture: its path below /aaapi/files/, null without one.",
    'ById.id': 'The id of the object that the call is about.',
    endTime: 'When it was decided or withdrawn; null while it waits.',
    createdBy: 'The id of the user who created it; null when unknown.',
    updatedAt: 'When it was last changed; null before the first change.',
    nickname: 'The name under which the person appears to others.',
    avatar: 'The picture of the person: its path below /aaapi/files/, null without one.',
    userId: 'The id of the user.',
    username: 'The name with which the account logs in; null before it has one.',
    password: "The account's password in plain text; it is never answered by a read.",
    userType: 'The type of user: 0 player, 1 coach, 2 coach employed by a company.',
    level: 'The playing level, from 1.0 to 7.0 in steps of 0.5.',
    levelIsUnsaid: 'Whether nobody ever said a level, so that `level` is only where ratings begin.',
    region: 'The area where the person usually plays, as text.',
    handedness: 'The hand that holds the racket: 0 right, 1 left.',
    handIsUnsaid: 'True where the user never said which hand: it is only assumed.',
    likesCount: 'How many likes the person has received.',
    likeCount: 'How many likes the coach has received.',
    companyId: 'The id of the company.',
    companyName: 'The name of the company.',
    isPerson: "Whether the company is a coach's own one-person company rather than a club.",
    isAdmin: 'Whether the coach is the admin of the company.',
    isManager: 'Whether the coach manages the venue and decides who teaches there.',
    stadiumId: 'The id of the venue.',
    stadiumName: 'The name of the venue.',
    stadiumAddress: 'The street address of the venue.',
    stadiumAvatar: 'The picture of the venue: its path below /aaapi/files/, null without one.',
    courtCode: 'The code of the court, unique within its venue.',
    courtName: 'The name of the court, as players read it.',
    selectedCourt: "The court: its index in the venue's list of courts, counted from 0.",
    coachId: 'The user id of the coach.',
    coachName: 'The nickname of the coach.',
    coachAvatar: 'The picture of the coach: its path below /aaapi/files/, null without one.',
    playerId: 'The user id of the player.',
    courseDesignId: "The id of the company's course.",
    courseDesignName: 'The name of the course.',
    courseName: 'The name of the course.',
    courseDescription: "What the course teaches and for whom, in the company's words.",
    pricePerSession: 'The price of the course, in fen per lesson hour.',
    sessionDuration: 'How long one session of the course lasts, in minutes.',
    maxParticipants: 'How many players one class of the course takes at most.',
    courseDate: 'The day of the class, in Shanghai.',
    weekday: 'The day of the week: 0 is Sunday, 6 is Saturday.',
    beginTimeSlot: 'The half-hour of the day in Shanghai at which it begins: 18 is 09:00.',
    endTimeSlot: 'The half-hour of the day in Shanghai at which it ends, exclusive: 20 is 10:00.',
    from: 'The first day of the period, included.',
    until: 'The last day of the period, included.',
    days: 'How many days to answer, from the first one on.',
    month: 'The calendar month in Shanghai, yyyy-mm.',
    months: 'How many calendar months to answer, up to the present one.',
    invitationStatus:
      'The status of the class: PENDING waits for the coach, CONFIRMED takes place, COMPLETED was held, CANCELLED was called off, EXPIRED was not answered in time.',
    attendance:
      'Whether the player came: present on time, late, absent without word, leave excused; null before it was signed.',
    attendances: 'Who came and who did not; a player who is not named counts as present.',
    'attendances.userId': 'The user id of the player.',
    useUnavailable: 'Whether a taken slot may be asked for (允许冲突); court and coach are then won at confirmation.',
    participantsCount: 'How many players the class has seats for.',
    consumedSessions: 'The lesson hours that were consumed.',
    heldSessions: 'The lesson hours set aside for classes and not yet consumed.',
    usedSessions: "The lesson hours that the class consumed from the player's contract.",
    availableSessions: 'The lesson hours that are free to book with: remaining minus held.',
    remainingSessions: 'The lesson hours bought and not yet consumed, including the held ones.',
    totalSessions: 'The lesson hours that the contract ever granted.',
    expiredSessions: 'The lesson hours that were left when the contract ended, and are lost.',
    neededSessions: 'The lesson hours that the class costs one player.',
    contractStatus: 'The state of the contract: 1 active, 2 used up, 3 expired.',
    expiryDate: "The last day on which the contract's hours can be used.",
    unitPrice: 'The price of one lesson hour of the contract, in fen.',
    studentCount: 'How many students have an active contract: hours left, and not expired.',
    coachCount: 'How many coaches belong to it.',
    courseCount: 'How many courses the company offers.',
    courtCount: 'How many courts the venue has.',
    messageToCoach: 'What the player writes to the coach about the class; empty without a message.',
    messageToPlayers: 'What the maker of the class writes to its players; empty without a message.',
    freeCancelHours: 'Until how many hours before the start a player cancels for free.',
    forgivenLateCancels: 'How many late cancellations within 90 days cost a player nothing.',
    firstStart: 'The first half-hour of the day that can begin a booking: 12 is 06:00.',
    lastStart: 'The last half-hour of the day that can begin a booking: 43 is 21:30.',
    moreSpans: 'Further spans of the same day to lock together with the first.',
    seatsTaken: 'How many seats are taken.',
    sport: 'The sport: tennis or badminton.',
    province: 'The province of the address, named by its region code.',
    city: 'The city, as text.',
    district: 'The district or county within the city, as text.',
    detail: 'Street, building and door within the district.',
    latitude: 'The latitude in degrees (GCJ-02, the datum of Chinese maps); null when unknown.',
    longitude: 'The longitude in degrees (GCJ-02, the datum of Chinese maps); null when unknown.',
    distanceKm: 'The distance from the requested point, in kilometres; null when it cannot be told.',
    surface: "What the court's floor is made of, as text; may be empty.",
    initiator: 'The person who arranged it.',
    initiatorId: 'The user id of the person who made it.',
    initiatorName: 'The nickname of the person who made it.',
    isPublic: 'Whether the game is listed for everybody; else only its link opens it.',
    maxPlayers: 'How many players the game has seats for.',
    feeFen: 'What each player pays in advance, in fen.',
    activityDate: 'The day of the game, in Shanghai.',
    amountFen: 'The amount of money, in fen.',
    refundedFen: 'How much of the amount went back or is on its way back, in fen.',
    totalFen: 'The total price, in fen.',
    balanceFen: 'The money on the card, in fen: principal plus gift.',
    principalFen: "The part of the card's money that was paid in, in fen.",
    giftFen: "The part of the card's money that came on top as a gift, in fen.",
    principalChange: 'How much the principal of the card changes, in fen; negative takes away.',
    giftChange: 'How much the gift on the card changes, in fen; negative takes away.',
    cardNo: 'The number of the stored card, as its owner reads it.',
    cardId: 'The id of the stored card.',
    orderId: 'The id of the payment order.',
    orderNo: "The order's number, as people read it out.",
    orderTitle: 'What the order buys, in words.',
    paymentOrderId: 'The id of the order by which it is paid.',
    payer: 'The user who pays or paid.',
    method:
      'How it is paid: CARD by a stored card, WECHAT by WeChat Pay, OFFLINE at the front desk, IN_SHOP directly to the shop; null until paid.',
    provider:
      'Who carries the money: CARD a stored card, WECHAT WeChat Pay, SIMULATOR the simulator of payments, OFFLINE the front desk.',
    outTradeNo: 'Our number of the payment, as the provider knows it.',
    transactionId: "The provider's own number of the payment, or that of the receipt; null until it is known.",
    problem: 'Why the last attempt failed, in words; null when it did not.',
    nextTryTime: 'When it is tried next; null when no further attempt is planned.',
    approve: 'The verdict: true approves, false refuses.',
    decision: 'Who decided, when, and with which words; null before a decision.',
    lastSeenAt: 'When the user last got tokens; null if never.',
    isVerified: "Whether WeChat vouched for the coach's phone number.",
    phoneVerified: 'Whether WeChat or a code proved the phone number.',
    isPhoneUnverified: "Whether WeChat has not vouched for the phone number, so that it may be another person's.",
    hasWechat: 'Whether a WeChat user is bound to the account.',
    merchantId: 'The id of the stringing shop.',
    merchantName: 'The name of the stringing shop.',
    venueApproveStatus: "The platform's verdict on the venue itself: 0 pending, 1 approved, 2 rejected.",
    fileName: 'The name under which to save the file.',
    contentType: 'The media type of the file.',
    base64: 'The content of the file in Base64.',
    format: 'The format of the file: xlsx for a workbook, csv for comma-separated text.',
    ics: 'The content of the file in iCalendar format (RFC 5545).',
    file: 'The picture as the part of a multipart form: JPEG, PNG or WebP, at most 2,097,152 bytes.',
    relativePath: 'The path of the picture below /aaapi/files/, as other calls take it.',
    url: 'The address that shows the picture.',
    pending: "The author's texts and pictures that wait for their check; empty for everybody else.",
    introduction: 'The introduction, in the words of whom it presents.',
    pickupCode: 'The digits with which the player has the racket back; only the player reads them.',
    tension: 'The tension of the string bed, in pounds; halves are allowed.',
    stringId: "The id of the shop's string; null for the player's own.",
    gauge: 'The thickness of the string, in millimetres.',
    material: 'What the string is made of: POLY polyester, NYLON, MULTI multifilament, GUT natural gut.',
    halfPriceFen: 'The price of string for one half of a racket, in fen.',
    freeMetres: 'The metres in stock that no order has reserved.',
    stockMetres: 'The metres of the string in the shop.',
    lowStockMetres: 'Below how many free metres the shop should buy more.',
    isOffered: 'Whether players can choose it in new orders.',
    mains: 'The main strings: which string, at which tension.',
    crosses: 'The cross strings: which string, at which tension.',
    preStretch: 'By how many percent the string is stretched before it is strung.',
    knots: 'How many knots tie the string off: 2 or 4.',
    notes: 'What the player writes to the stringer; empty without notes.',
    handIn: 'How the racket comes and goes: DROP_OFF the player brings it, COURIER a courier does.',
    dueAt: 'When the player wishes to have the racket back; null without a wish.',
    expectedAt: 'When the shop expects the racket to be ready; null before it said so.',
    racketName: 'Brand and model of the racket.',
    racketId: 'The id of the racket.',
    isInShop: 'Whether the racket is in the shop, which is possible even when the order was cancelled.',
    isRacketLost: 'Whether operators recorded that the racket will not come back from the shop.',
    trackingNo: "The carrier's tracking number; empty without a parcel.",
    remark: 'What the shop writes about the step; may be empty.',
    turnaroundHours: 'How many hours a job usually takes the shop.',
    openFrom: 'The half-hour of the day at which the shop opens: 18 is 09:00.',
    openTo: 'The half-hour of the day at which the shop closes, exclusive: 42 is 21:00.',
    courierFeeFen: 'The price of collection and delivery by courier, in fen; null where it is not offered.',
    rating: 'The average of the reviews, from 1.0 to 5.0; null before the first.',
    ratingCount: 'How many reviews the shop has.',
    monthJobs: 'How many jobs the shop finished in the last 30 days.',
    isPublished: 'Whether the app shows it to its users.',
    stock: 'How many units are in stock, never below 0.',
    sales: 'How many units were sold and paid for.',
    staffName: 'The staff member who did it; null or empty when nobody is recorded.',
    wear: "How worn the racket's strings are; null before the first job here.",
    brand: 'The maker of the racket or string.',
    model: 'The model of the racket.',
    gripSize: 'The size of the grip, as its maker writes it; may be empty.',
    pattern: 'The string pattern, as in 16x19; may be empty.',
    weightGrams: 'The weight of the racket in grams; null when unknown.',
    minTension: "The lowest tension that the racket bears, in pounds; null for the sport's own limit.",
    maxTension: "The highest tension that the racket bears, in pounds; null for the sport's own limit.",
    'wear.hours': 'How many hours were played with the strings since the last job.',
    'wear.days': 'How many days have passed since the last job.',
    'wear.lifeHours': 'After how many hours of play such strings count as worn.',
    'wear.lifeDays': 'After how many days such strings count as worn.',
    'wear.isDue': 'Whether the strings should be replaced.',
    strungOn: 'The day on which the racket was strung.',
    refreshToken: 'The token that is exchanged for the next pair; it works once.',
    token: 'The access token, sent as `Authorization: Bearer`.',
    expiresIn: 'How many seconds the access token lasts.',
    taughtHours: 'The hours of class that were held, by the clock.',
    incomeFen: 'The value of the lesson hours that were consumed, in fen.',
    outstandingSessions: 'The lesson hours of active contracts that are not consumed yet.',
    runningContracts: 'How many contracts are active: hours left, and not expired.',
    auditEvents: 'What the staff did here, the latest first.',
    isUnfinished: 'Whether the class has ended and nobody completed it.',
    mustAgree: 'Whether the class was changed and this player has not agreed yet.',
    responseTime: 'When its status last changed.',
    logIn: 'The tokens of the account under which the caller continues; null when it stays the same.',
    'coach.id': "The coach's user id.",
    'coaches.id': "The coach's user id.",
    'coachVO.id': "The coach's user id.",
    'companies.id': 'The id of the company.',
    'company.id': 'The id of the company.',
    'courses.id': 'The id of the course.',
    'courseDesign.id': 'The id of the course.',
    'merchant.id': 'The id of the shop.',
    'merchant.name': 'The name of the shop.',
    'stadium.id': 'The id of the venue.',
    'stadium.name': 'The name of the venue.',
    'venues.id': 'The id of the venue.',
    'venues.name': 'The name of the venue.',
  },
}
