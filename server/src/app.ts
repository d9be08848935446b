import rateLimit, { type FastifyRateLimitStore, type FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import type { DemoAccount, Operator } from '@paidang/api/areas/people/auth'
import { ApiError, type ErrorCode } from '@paidang/api/catalogue/errors'
import type { Endpoint } from '@paidang/api/endpoint'
import { ALL_FEATURES, type Features } from '@paidang/domain/kernel/features'
import Fastify, {
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
  type RouteOptions,
} from 'fastify'
import { ballTopic } from './areas/activities/balls/ball-row.ts'
import cancelBall from './areas/activities/balls/cancel.ts'
import ballsOnCourts from './areas/activities/balls/courts.ts'
import createBall from './areas/activities/balls/create.ts'
import ballDetail from './areas/activities/balls/detail.ts'
import ballLists from './areas/activities/balls/list-balls.ts'
import ballNoShows from './areas/activities/balls/no-show.ts'
import { hasBallLink, openBall } from './areas/activities/balls/open-ball.ts'
import ballSeatsOfPlayer from './areas/activities/balls/player-seats.ts'
import ballProposals from './areas/activities/balls/proposals.ts'
import ballRequests from './areas/activities/balls/requests.ts'
import ballResults from './areas/activities/balls/results.ts'
import swapBallPlayer from './areas/activities/balls/swap-player.ts'
import updateBall from './areas/activities/balls/update.ts'
import cancelClass from './areas/activities/classes/cancel.ts'
import changeCoach from './areas/activities/classes/change-coach.ts'
import { classTopic } from './areas/activities/classes/class-row.ts'
import completeClass from './areas/activities/classes/complete.ts'
import confirmClass from './areas/activities/classes/confirm.ts'
import createClass from './areas/activities/classes/create.ts'
import editClass from './areas/activities/classes/edit.ts'
import joinClass from './areas/activities/classes/join.ts'
import classLists from './areas/activities/classes/list-classes.ts'
import objections from './areas/activities/classes/objections.ts'
import { readClass } from './areas/activities/classes/open-class.ts'
import classOperators from './areas/activities/classes/operators.ts'
import readClasses from './areas/activities/classes/read-class.ts'
import { createShareTokens, type ShareTokens, shareLinkOf } from './areas/activities/classes/share-link.ts'
import usualCourses from './areas/activities/classes/usual-courses.ts'
import likes from './areas/activities/likes/likes.ts'
import coachLocks from './areas/activities/locks/coach-locks.ts'
import venueLocks from './areas/activities/locks/venue-locks.ts'
import shopOrdersOfBuyer from './areas/activities/shop/buyer-orders.ts'
import cart from './areas/activities/shop/cart.ts'
import productCategories from './areas/activities/shop/categories.ts'
import managedShopOrders from './areas/activities/shop/managed-orders.ts'
import managedProducts from './areas/activities/shop/managed-products.ts'
import products from './areas/activities/shop/products.ts'
import stringingMerchants from './areas/activities/stringing/merchants.ts'
import ownShop from './areas/activities/stringing/own-shop.ts'
import rackets from './areas/activities/stringing/rackets.ts'
import managedShops from './areas/activities/stringing/shops.ts'
import stringingBoard from './areas/activities/stringing-orders/board.ts'
import createStringingOrder from './areas/activities/stringing-orders/create-order.ts'
import stringingIncome from './areas/activities/stringing-orders/income.ts'
import managedStringingOrders from './areas/activities/stringing-orders/managed-orders.ts'
import stringingPhotos from './areas/activities/stringing-orders/photos.ts'
import stringingOrdersOfPlayer from './areas/activities/stringing-orders/player-orders.ts'
import racketHistory from './areas/activities/stringing-orders/racket-history.ts'
import stringingRefunds from './areas/activities/stringing-orders/refund-requests.ts'
import stringingOrdersOfShop from './areas/activities/stringing-orders/shop-orders.ts'
import stringsOfShop from './areas/activities/stringing-orders/strings.ts'
import coachesOfPlayer from './areas/activities/students/coaches-of-player.ts'
import students from './areas/activities/students/students.ts'
import accountClosing from './areas/desks/accounts/closing.ts'
import approvals from './areas/desks/approvals/inbox.ts'
import audit from './areas/desks/audit/search.ts'
import contentReview from './areas/desks/content-review/content-review.ts'
import wechatPush from './areas/desks/content-review/wechat-push.ts'
import checks from './areas/desks/operations/checks.ts'
import clientErrors from './areas/desks/operations/client-errors.ts'
import jobs from './areas/desks/operations/jobs.ts'
import reconcile from './areas/desks/reconcile/runs.ts'
import reportContent from './areas/desks/reports/report-content.ts'
import reports from './areas/desks/reports/reports.ts'
import staffAccounts from './areas/desks/staff/accounts.ts'
import staffFactor from './areas/desks/staff/factor.ts'
import staffLogIn, { lookUpStaffSession } from './areas/desks/staff/log-in.ts'
import userCoaches from './areas/desks/users/coaches.ts'
import userMerge from './areas/desks/users/merge.ts'
import userPasswords from './areas/desks/users/passwords.ts'
import users from './areas/desks/users/users.ts'
import blacklist from './areas/ground/blacklist/blacklist.ts'
import { createFileLinks, type FileLinks } from './areas/ground/files/file-links.ts'
import type { FileStore } from './areas/ground/files/file-store.ts'
import { createLocalFileStore } from './areas/ground/files/file-store.ts'
import files from './areas/ground/files/files.ts'
import inbox from './areas/ground/messages/inbox.ts'
import outbox from './areas/ground/messages/outbox.ts'
import messageSettings from './areas/ground/messages/settings.ts'
import { readTemplates, type Templates } from './areas/ground/messages/templates.ts'
import { createWechatClient, readWechatSettings } from './areas/ground/wechat/http-client.ts'
import { createWechatSimulator } from './areas/ground/wechat/simulator.ts'
import type { WechatClient } from './areas/ground/wechat/wechat-client.ts'
import cardAdjustments from './areas/money/cards/adjustments.ts'
import cards from './areas/money/cards/cards.ts'
import managedCards from './areas/money/cards/managed-cards.ts'
import contractPhotos from './areas/money/contracts/contract-photos.ts'
import contracts from './areas/money/contracts/contracts.ts'
import managedContracts from './areas/money/contracts/managed-contracts.ts'
import updateSessions from './areas/money/contracts/update-sessions.ts'
import usedRecords from './areas/money/contracts/used-records.ts'
import managedPaymentOrders from './areas/money/payments/managed-orders.ts'
import managedRefunds from './areas/money/payments/managed-refunds.ts'
import managedShipments from './areas/money/payments/managed-shipments.ts'
import paymentNotifications, { notifyPath } from './areas/money/payments/notifications.ts'
import { type OrderEffects, orderTopic } from './areas/money/payments/order.ts'
import paymentOrders, { readOwnOrder } from './areas/money/payments/orders.ts'
import payOrder from './areas/money/payments/pay.ts'
import type { PaymentProvider, Payments } from './areas/money/payments/provider.ts'
import simulatedPayments from './areas/money/payments/simulated-payments.ts'
import { createSimulator } from './areas/money/payments/simulator.ts'
import { readWechatPaySettings } from './areas/money/payments/wechat-pay/settings.ts'
import { createWechatPay } from './areas/money/payments/wechat-pay/wechat-pay.ts'
import topUps from './areas/money/top-ups/top-ups.ts'
import addresses from './areas/people/addresses/addresses.ts'
import account from './areas/people/auth/account.ts'
import { createDeviceCookies, type DeviceCookies } from './areas/people/auth/devices.ts'
import logIn from './areas/people/auth/log-in.ts'
import passwordRequests from './areas/people/auth/password-requests.ts'
import phone from './areas/people/auth/phone.ts'
import { createPhoneTickets, type PhoneTickets } from './areas/people/auth/phone-ticket.ts'
import { lookUpSession } from './areas/people/auth/sessions.ts'
import levelHistory from './areas/people/profile/level-history.ts'
import profile from './areas/people/profile/profile.ts'
import registration from './areas/people/registration/registration.ts'
import courseCatalogue from './areas/places/companies/catalogue.ts'
import companies from './areas/places/companies/companies.ts'
import companyCourses from './areas/places/companies/courses.ts'
import companyInvitations from './areas/places/companies/invitations.ts'
import managedCompanies from './areas/places/companies/managed-companies.ts'
import associationInbox from './areas/places/venues/association-inbox.ts'
import coachVenues from './areas/places/venues/coach-venues.ts'
import venueCourts from './areas/places/venues/courts.ts'
import managedVenues from './areas/places/venues/managed-venues.ts'
import newVenues from './areas/places/venues/new-venues.ts'
import venues from './areas/places/venues/venues.ts'
import grid from './areas/time/schedule/grid.ts'
import { createGridCache, type GridCache } from './areas/time/schedule/grid-cache.ts'
import analytics from './areas/views/analytics/analytics.ts'
import { lookUpAnalyticsSession } from './areas/views/analytics/session.ts'
import businessCards from './areas/views/business-cards/business-cards.ts'
import calendar from './areas/views/calendar/calendar.ts'
import calendarFeed from './areas/views/calendar/feed.ts'
import coachHome from './areas/views/coach-home/coach-home.ts'
import coachRecords from './areas/views/coach-home/records.ts'
import adverts from './areas/views/home/adverts.ts'
import home from './areas/views/home/home.ts'
import search from './areas/views/home/search.ts'
import sharePictures from './areas/views/sharing/share-pictures.ts'
import sharing from './areas/views/sharing/sharing.ts'
import type { Config } from './config.ts'
import { onCommitted, startChangeFeed } from './db/change-feed.ts'
import type { Database } from './db/database.ts'
import { messagesTopic, topicsOfGrid, topicsOfOwnDay } from './db/topics.ts'
import { coachEffect, MESSAGE_EFFECTS, ORDER_EFFECTS, venueEffect } from './effects-of-areas.ts'
import { CONNECTION_LIMITS, type ConnectionLimits, useConnectionLimits } from './http/connection-limits.ts'
import { refuseAddress, useErrorHandler } from './http/error-handler.ts'
import { useLive } from './http/live.ts'
import type { LiveLimits } from './http/live-connection.ts'
import { useMetrics } from './http/metrics.ts'
import { networkOf } from './http/network-of.ts'
import { isForwarded } from './http/origin.ts'
import { type MatrixRow, readPermissionMatrix } from './http/permission-matrix.ts'
import { plainAddress } from './http/plain-address.ts'
import { useProbes } from './http/probes.ts'
import { HEADER_LIMITS, RECEIVE_LIMITS, type ReceiveLimits, useReceiveDeadline } from './http/receive-deadline.ts'
import { collectReference, serveReference } from './http/reference.ts'
import { useSchemaCompilers } from './http/schema-compilers.ts'
import { useSecurityHeaders } from './http/security-headers.ts'
import { type AppUser, type CompanyAdmin, createSessions, type Sessions, type StaffUser } from './http/session.ts'
import { serveConsole, serveWebApp } from './http/web-app.ts'
import { type CheckAll, checkAll } from './invariants/check-all.ts'
import { JOBS } from './jobs-of-areas.ts'
import { freeBytesAt } from './process/disk-room.ts'
import { createExports, type MakeExport } from './process/make-export.ts'
import { createSecretBox, type SecretBox } from './process/secret-box.ts'
import { type Counts, createCounts } from './process/shared-counts.ts'

declare module 'fastify' {
  interface FastifyInstance {
    db: Database
    sessions: Sessions
    gridCache: GridCache
    shareTokens: ShareTokens
    ballShareTokens: ShareTokens
    calendarTokens: ShareTokens
    phoneTickets: PhoneTickets
    deviceCookies: DeviceCookies
    factorBox: SecretBox
    /** Seals the answers that are kept for a repeat of their call. */
    answerBox: SecretBox
    permissionMatrix: MatrixRow[]
    makeExport: MakeExport
    filesDirectory: string
    fileStore: FileStore
    fileLinks: FileLinks
    payments: Payments
    wechat: WechatClient
    /** The web address of the product, if configured. */
    publicUrl: string | undefined
    messageTemplates: Templates
    demoAccounts: readonly DemoAccount[]
    /** The company that runs the platform. */
    operator: Operator
    features: Features
    /** `receivesChanges`: whether changes of other processes reach this one. */
    lifecycle: { isStopping: boolean; receivesChanges(): boolean }
    checkInvariants: CheckAll
    /** Removes what the topics name from this process's caches. */
    applyChanges(topics: Iterable<string>): void
    now(): Date
  }
  interface FastifyRequest {
    caller: AppUser | undefined
    staff: StaffUser | undefined
    admin: CompanyAdmin | undefined
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
    /** The refusals of a route without an endpoint. */
    errors?: readonly ErrorCode[]
  }
}

/** The parts that the app is built from. `databaseUrl` is for the connection that listens to changes. */
export type AppParts = {
  db: Database
  databaseUrl: string
  tokenSecret: string
  filesDirectory: string
  /** Shown on the log-in page. Empty unless the demo world is on. */
  demoAccounts?: readonly DemoAccount[]
  /** By default the agreements name nobody. */
  operator?: Operator
  /** The features of the deployment; by default all. */
  features?: Features
  /** Whether other machines can reach a demo. Every page then says that it is one. */
  isOpenDemo?: boolean
  /** The folder of the built web app. Without it only the API is served. */
  webRoot?: string
  /** The folder of the built console. Without it the console is not served. */
  consoleRoot?: string
  metricsToken?: string | undefined
  /** Whether staff who move money need a second factor. */
  demandsFactor?: boolean
  /** Returns the free space of the disk; by default that of the files' disk. */
  freeBytes?: () => Promise<number>
  /** The web address of the product, used in codes. By default each caller's own address is used. */
  publicUrl?: string | undefined
  /** The provider that moves money; by default the simulator. */
  paymentProvider?: PaymentProvider | undefined
  /** WeChat's log-in, messages and codes; by default the simulator. */
  wechat?: WechatClient | undefined
  /** The templates of WeChat messages; by default those of the simulator. */
  messageTemplates?: Templates
  /** The effects of orders on what they buy, replaced in tests of payments alone. */
  orderEffects?: OrderEffects
  now?: () => Date
  logger?: FastifyServerOptions['logger']
  trustProxy?: FastifyServerOptions['trustProxy']
  /** Whether requests that a proxy forwards are refused. */
  refusesForwarded?: boolean
  /** Off only where one machine simulates many people: in tests and load measurements. */
  limits?: 'on' | 'off'
  /**
   * The greatest lag of the thread in milliseconds. Above it requests are refused and should be repeated; 0 is no
   * limit.
   */
  maxLagMs?: number
  /** The counts of several processes together. By default this one counts for itself. */
  counts?: Counts
  /** Different limits of live connections, for tests that reach them. */
  liveLimits?: Partial<LiveLimits>
  /** Different limits for the bodies of requests, for the same reason. */
  receiveLimits?: ReceiveLimits
  /** Different limits of one address, for the same reason. */
  connectionLimits?: ConnectionLimits
}

const BODY_LIMIT_BYTES = 262_144
const REQUESTS_PER_MINUTE = 600
const MAX_LAG_MS = 1_000

/**
 * Whether a request is for a page, its scripts, styles and pictures, or for a probe. A page without one of them is
 * blank, and cannot even say that the server is busy.
 */
function isFile({ url, method }: Pick<FastifyRequest, 'url' | 'method'>): boolean {
  return !url.startsWith('/aaapi/') || (url.startsWith('/aaapi/files/') && method !== 'POST')
}

/** Keeps the numbers of requests in these counts. A route with a limit of its own counts apart. */
function rateStoreOf(counts: Counts, prefix = 'rate'): FastifyRateLimitStoreCtor {
  return class implements FastifyRateLimitStore {
    incr(...[key, callback, windowMs]: Parameters<FastifyRateLimitStore['incr']>): void {
      void counts.count(`${prefix} ${key}`, windowMs).then((counted) => callback(null, counted))
    }
    child(limit: unknown): FastifyRateLimitStore {
      // The plugin's types do not tell that the route is inside.
      const { routeInfo } = limit as { routeInfo: RouteOptions }
      const Own = rateStoreOf(counts, `rate ${routeInfo.method} ${routeInfo.url}`)
      return new Own({})
    }
  }
}

/**
 * Builds the whole server on one Fastify instance, ready to listen or for injected requests. `close()` ends what it
 * started.
 */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { db, now = () => new Date(), limits = 'on', counts = createCounts() } = parts
  const app = Fastify({
    logger: parts.logger ?? false,
    trustProxy: parts.trustProxy ?? false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestIdHeader: 'x-request-id',
    return503OnClosing: false,
    // A slash at the end of a path changes nothing.
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    rewriteUrl: ({ url = '/' }) => plainAddress(url),
    frameworkErrors: refuseAddress,
    http: HEADER_LIMITS,
  })
  useReceiveDeadline(app.server, parts.receiveLimits ?? RECEIVE_LIMITS)
  app.decorate('db', db)
  app.decorate('now', now)
  // Pages compare with the time of the product, also where its clock is moved.
  app.addHook('onRequest', (_request, reply, next) => {
    reply.header('date', now().toUTCString())
    next()
  })
  app.decorateRequest('caller', undefined)
  app.decorateRequest('staff', undefined)
  app.decorateRequest('admin', undefined)
  app.decorate('lifecycle', { isStopping: false, receivesChanges: () => false })
  app.decorate('checkInvariants', (checking) => checkAll(parts.databaseUrl, checking))
  app.decorate('filesDirectory', parts.filesDirectory)
  app.decorate('fileStore', createLocalFileStore(parts.filesDirectory))
  app.decorate('fileLinks', createFileLinks(parts.tokenSecret))
  app.decorate('demoAccounts', parts.demoAccounts ?? [])
  app.decorate('operator', parts.operator ?? { name: '', contact: '' })
  app.decorate('features', parts.features ?? ALL_FEATURES)
  app.decorate('permissionMatrix', readPermissionMatrix())
  const exports = createExports(parts.databaseUrl)
  app.decorate('makeExport', exports.make)
  app.addHook('onClose', () => exports.stop())
  const sessions = createSessions({
    secret: parts.tokenSecret,
    lookUp: (id) => lookUpSession(db, id),
    lookUpStaff: (id) => lookUpStaffSession(db, id),
    lookUpAdmin: (id) => lookUpAnalyticsSession(db, id),
    demandsFactor: parts.demandsFactor ?? false,
    now,
  })
  app.decorate('sessions', sessions)
  app.decorate('gridCache', createGridCache())
  app.decorate('payments', paymentsOf(app, parts))
  app.decorate('wechat', parts.wechat ?? createWechatSimulator())
  app.decorate('publicUrl', parts.publicUrl)
  app.decorate('messageTemplates', parts.messageTemplates ?? messageTemplatesOf({ wechat: undefined }))
  app.decorate('shareTokens', createShareTokens(parts.tokenSecret))
  app.decorate('ballShareTokens', createShareTokens(parts.tokenSecret, 'ball'))
  app.decorate('calendarTokens', createShareTokens(parts.tokenSecret, 'calendar'))
  app.decorate('phoneTickets', createPhoneTickets(parts.tokenSecret))
  app.decorate('factorBox', createSecretBox(parts.tokenSecret, 'second factor of staff'))
  app.decorate('answerBox', createSecretBox(parts.tokenSecret, 'answers of keyed calls'))
  app.decorate('deviceCookies', createDeviceCookies(parts.tokenSecret))
  app.decorate('applyChanges', (topics: Iterable<string>) => {
    for (const topic of topics) {
      const [kind, key = ''] = topic.split('|')
      if (kind === 'session') app.sessions.forget(key)
      else app.gridCache.drop(topic)
    }
  })

  onCommitted(db, app.applyChanges)

  useErrorHandler(app)
  useSchemaCompilers(app)
  useSecurityHeaders(app, parts.publicUrl)
  if (parts.refusesForwarded) refuseForwarded(app)
  if (limits === 'on') {
    useConnectionLimits(app, {
      limits: parts.connectionLimits ?? CONNECTION_LIMITS,
      counts,
      isBehindProxy: Boolean(parts.trustProxy),
    })
    await app.register(underPressure, {
      maxEventLoopDelay: parts.maxLagMs ?? MAX_LAG_MS,
      exposeStatusRoute: false,
      async pressureHandler(request) {
        if (!isFile(request)) throw new ApiError('server_busy')
      },
    })
    await app.register(rateLimit, {
      max: REQUESTS_PER_MINUTE,
      store: rateStoreOf(counts),
      timeWindow: 60_000,
      // Only a token of ours identifies its caller. Otherwise one address could count as a thousand callers.
      keyGenerator: async (request) => {
        const caller = await app.sessions.callerOf(request.headers.authorization)
        return caller.kind === 'app' ? `user ${caller.user.id}` : networkOf(request.ip)
      },
      allowList: isFile,
      errorResponseBuilder: () => new ApiError('requests_too_many'),
    })
  }
  app.addHook('onSend', (request, reply, _payload, next) => {
    reply.header('x-request-id', request.id)
    if (request.url.startsWith('/aaapi/') && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store')
    next()
  })
  useMetrics(app, { token: parts.metricsToken, isBehindProxy: Boolean(parts.trustProxy) })
  useProbes(app, parts.freeBytes ?? (() => freeBytesAt(parts.filesDirectory)))
  await collectReference(app)

  await app.register(profile)
  await app.register(levelHistory)
  await app.register(registration(coachEffect))
  await app.register(contentReview)
  await app.register(wechatPush)
  await app.register(logIn)
  await app.register(account)
  await app.register(phone)
  await app.register(passwordRequests)
  await app.register(staffLogIn)
  await app.register(staffAccounts)
  await app.register(staffFactor)
  await app.register(accountClosing)
  await app.register(users)
  await app.register(userMerge)
  await app.register(userPasswords)
  await app.register(userCoaches)
  await app.register(reportContent)
  await app.register(reports)
  await app.register(approvals)
  await app.register(blacklist)
  await app.register(businessCards)
  await app.register(sharing)
  await app.register(sharePictures(parts.wechat))
  await app.register(students)
  await app.register(coachesOfPlayer)
  await app.register(likes)
  await app.register(venues)
  await app.register(coachVenues)
  await app.register(managedVenues)
  await app.register(venueCourts)
  await app.register(newVenues)
  await app.register(associationInbox)
  await app.register(grid)
  await app.register(coachLocks)
  await app.register(venueLocks)
  await app.register(createClass)
  await app.register(editClass)
  await app.register(joinClass)
  await app.register(confirmClass)
  await app.register(changeCoach)
  await app.register(cancelClass)
  await app.register(completeClass)
  await app.register(objections)
  await app.register(readClasses)
  await app.register(classLists)
  await app.register(usualCourses)
  await app.register(classOperators)
  await app.register(coachHome)
  await app.register(coachRecords)
  await app.register(analytics)
  await app.register(contracts)
  await app.register(updateSessions)
  await app.register(usedRecords)
  await app.register(contractPhotos)
  await app.register(managedContracts)
  await app.register(companies)
  await app.register(companyCourses)
  await app.register(courseCatalogue)
  await app.register(managedCompanies)
  await app.register(companyInvitations(venueEffect))
  await app.register(inbox(MESSAGE_EFFECTS))
  await app.register(messageSettings)
  await app.register(outbox)
  await app.register(audit)
  await app.register(jobs(JOBS))
  await app.register(clientErrors)
  await app.register(checks)
  await app.register(home)
  await app.register(search)
  await app.register(adverts)
  await app.register(createBall)
  await app.register(updateBall)
  await app.register(cancelBall)
  await app.register(ballSeatsOfPlayer)
  await app.register(ballRequests)
  await app.register(ballProposals)
  await app.register(swapBallPlayer)
  await app.register(ballNoShows)
  await app.register(ballResults)
  await app.register(ballLists)
  await app.register(ballDetail)
  await app.register(ballsOnCourts)
  await app.register(cards)
  await app.register(managedCards)
  await app.register(cardAdjustments)
  await app.register(topUps)
  await app.register(payOrder)
  await app.register(paymentOrders)
  await app.register(simulatedPayments)
  await app.register(managedPaymentOrders)
  await app.register(managedRefunds)
  await app.register(managedShipments)
  await app.register(paymentNotifications)
  await app.register(stringingMerchants)
  await app.register(rackets)
  await app.register(ownShop)
  await app.register(managedShops)
  await app.register(createStringingOrder)
  await app.register(stringingOrdersOfPlayer)
  await app.register(stringingOrdersOfShop)
  await app.register(stringingBoard)
  await app.register(racketHistory)
  await app.register(stringsOfShop)
  await app.register(stringingIncome)
  await app.register(stringingPhotos)
  await app.register(managedStringingOrders)
  await app.register(stringingRefunds)
  await app.register(products)
  await app.register(cart)
  await app.register(shopOrdersOfBuyer)
  await app.register(managedProducts)
  await app.register(productCategories)
  await app.register(managedShopOrders)
  await app.register(reconcile)
  await app.register(addresses)
  await app.register(calendar)
  await app.register(calendarFeed)
  await app.register(files)

  const live = await useLive(app, {
    limits: parts.liveLimits,
    counts,
    resolvers: {
      grid: ({ stadiumId: venueId, coachId, date: day }, { id: userId }) =>
        topicsOfGrid({ venueId, coachId, userId, day }),
      async class({ id, share }, user) {
        const link = await shareLinkOf(db, app.shareTokens, { invitationId: id, share, now: now() })
        await readClass(db, id, user.id, link)
        return [classTopic(id)]
      },
      async ball({ id, share }, { id: actorId }) {
        const hasLink = await hasBallLink(db, app.ballShareTokens, { ballId: id, share })
        await openBall(db, { ballId: id, actorId, hasLink })
        return [ballTopic(id)]
      },
      async order({ id }, { id: actorId }) {
        await readOwnOrder(db, id, actorId)
        return [orderTopic(id)]
      },
      messages: (_topic, { id }) => [messagesTopic(id)],
      'own-day': ({ date }, { id }) => topicsOfOwnDay(id, date),
    },
  })

  await serveReference(app)
  const { isOpenDemo = false } = parts
  if (parts.webRoot) await serveWebApp(app, { root: parts.webRoot, isOpenDemo })
  if (parts.consoleRoot) await serveConsole(app, { root: parts.consoleRoot, isOpenDemo })

  const feed = await startChangeFeed(
    parts.databaseUrl,
    {
      // The caches come first, since a notified client reads at once.
      changed(topic) {
        app.applyChanges([topic])
        live.changed(topic)
      },
      lostTrack() {
        app.sessions.forgetAll()
        app.gridCache.clear()
        live.lostTrack()
      },
    },
    (error) => app.log.warn({ err: error }, 'change feed'),
  )
  app.lifecycle.receivesChanges = feed.isListening
  app.addHook('onClose', () => feed.stop())
  return app
}

/** Refuses what a proxy forwards to a server that was started for its own machine. The log says so, and what to do. */
function refuseForwarded(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, next) => {
    if (!isForwarded(request)) return next()
    app.log.warn('a forwarded request is refused: set NODE_ENV=production, or DEMO=1 for an open demo')
    next(new ApiError('forwarding_refused'))
  })
}

/**
 * The configured payment provider; undefined when none is configured.
 *
 * @throws ConfigError when a key is unusable
 */
export function paymentProviderOf(
  config: Pick<Config, 'wechat' | 'wechatPay'>,
  now: () => Date,
): PaymentProvider | undefined {
  const settings = readWechatPaySettings(config)
  return settings && createWechatPay(settings, { now })
}

/** The configured WeChat client; undefined when none is configured. */
export function wechatOf(
  config: Pick<Config, 'wechat'>,
  parts: { db: Database; now: () => Date },
): WechatClient | undefined {
  const settings = readWechatSettings(config)
  return settings && createWechatClient(settings, parts)
}

/**
 * The configured templates of messages.
 *
 * @throws ConfigError when one has an unusable form
 */
export function messageTemplatesOf({ wechat }: Pick<Config, 'wechat'>): Templates {
  return readTemplates(wechat)
}

/** The configured provider, or the simulator. The simulator's notifications arrive as ordinary requests. */
function paymentsOf(
  app: FastifyInstance,
  { db, tokenSecret: secret, paymentProvider, orderEffects: effects = ORDER_EFFECTS }: AppParts,
): Payments {
  if (paymentProvider) return { provider: paymentProvider, effects, simulator: undefined }
  const simulator = createSimulator({
    db,
    secret,
    now: app.now,
    async frontDoor({ headers, body }) {
      const { statusCode } = await app.inject({ method: 'POST', url: notifyPath('simulator'), headers, payload: body })
      return statusCode
    },
  })
  return { provider: simulator, effects, simulator }
}
