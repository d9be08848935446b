import type { FastifyPluginAsync } from 'fastify'
import courtReleases from './areas/activities/arrivals/releases.ts'
import cancelBall from './areas/activities/balls/cancel.ts'
import ballsOnCourts from './areas/activities/balls/courts.ts'
import createBall from './areas/activities/balls/create.ts'
import ballDetail from './areas/activities/balls/detail.ts'
import ballLists from './areas/activities/balls/list-balls.ts'
import ballNoShows from './areas/activities/balls/no-show.ts'
import ballSeatsOfPlayer from './areas/activities/balls/player-seats.ts'
import ballProposals from './areas/activities/balls/proposals.ts'
import ballRequests from './areas/activities/balls/requests.ts'
import ballResults from './areas/activities/balls/results.ts'
import swapBallPlayer from './areas/activities/balls/swap-player.ts'
import updateBall from './areas/activities/balls/update.ts'
import acceptTrial from './areas/activities/classes/accept-trial.ts'
import cancelClass from './areas/activities/classes/cancel.ts'
import changeCoach from './areas/activities/classes/change-coach.ts'
import completeClass from './areas/activities/classes/complete.ts'
import confirmClass from './areas/activities/classes/confirm.ts'
import createClass from './areas/activities/classes/create.ts'
import editClass from './areas/activities/classes/edit.ts'
import elsewhere from './areas/activities/classes/elsewhere.ts'
import joinClass from './areas/activities/classes/join.ts'
import classLists from './areas/activities/classes/list-classes.ts'
import objections from './areas/activities/classes/objections.ts'
import offers from './areas/activities/classes/offer.ts'
import classOperators from './areas/activities/classes/operators.ts'
import pastClasses from './areas/activities/classes/past-classes.ts'
import readClasses from './areas/activities/classes/read-class.ts'
import usualCourses from './areas/activities/classes/usual-courses.ts'
import closures from './areas/activities/closures/closures.ts'
import absences from './areas/activities/coach-leaves/away.ts'
import coachLeaves from './areas/activities/coach-leaves/coach-leaves.ts'
import leaveCompany from './areas/activities/coach-leaves/leave-company.ts'
import courseRefunds from './areas/activities/course-refunds/course-refunds.ts'
import likes from './areas/activities/likes/likes.ts'
import coachLocks from './areas/activities/locks/coach-locks.ts'
import venueLocks from './areas/activities/locks/venue-locks.ts'
import questions from './areas/activities/questions/questions.ts'
import rosterClaims from './areas/activities/roster/claims.ts'
import rosterImports from './areas/activities/roster/imports.ts'
import rosterStudents from './areas/activities/roster/students.ts'
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
import studentInvitations from './areas/activities/student-invitations/student-invitations.ts'
import studentRequests from './areas/activities/student-requests/requests.ts'
import coachesOfPlayer from './areas/activities/students/coaches-of-player.ts'
import students from './areas/activities/students/students.ts'
import trialLessons from './areas/activities/trial-lessons/trials.ts'
import vacancyAlerts from './areas/activities/vacancies/alerts.ts'
import accountClosing from './areas/desks/accounts/closing.ts'
import approvals from './areas/desks/approvals/inbox.ts'
import setUp from './areas/desks/approvals/set-up.ts'
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
import staffLogIn from './areas/desks/staff/log-in.ts'
import userCoaches from './areas/desks/users/coaches.ts'
import userMerge from './areas/desks/users/merge.ts'
import userPasswords from './areas/desks/users/passwords.ts'
import users from './areas/desks/users/users.ts'
import blacklist from './areas/ground/blacklist/blacklist.ts'
import files from './areas/ground/files/files.ts'
import inbox from './areas/ground/messages/inbox.ts'
import outbox from './areas/ground/messages/outbox.ts'
import messageSettings from './areas/ground/messages/settings.ts'
import type { WechatClient } from './areas/ground/wechat/wechat-client.ts'
import cardAdjustments from './areas/money/cards/adjustments.ts'
import cards from './areas/money/cards/cards.ts'
import managedCards from './areas/money/cards/managed-cards.ts'
import contractPhotos from './areas/money/contracts/contract-photos.ts'
import contracts from './areas/money/contracts/contracts.ts'
import managedContracts from './areas/money/contracts/managed-contracts.ts'
import updateSessions from './areas/money/contracts/update-sessions.ts'
import usedRecords from './areas/money/contracts/used-records.ts'
import buyPackages from './areas/money/packages/buy.ts'
import managedPackages from './areas/money/packages/managed.ts'
import renewals from './areas/money/packages/renew.ts'
import managedPaymentOrders from './areas/money/payments/managed-orders.ts'
import managedRefunds from './areas/money/payments/managed-refunds.ts'
import managedShipments from './areas/money/payments/managed-shipments.ts'
import paymentNotifications from './areas/money/payments/notifications.ts'
import offlineEntries from './areas/money/payments/offline-entries.ts'
import offlineSettings from './areas/money/payments/offline-settings.ts'
import paymentOrders from './areas/money/payments/orders.ts'
import payOrder from './areas/money/payments/pay.ts'
import simulatedPayments from './areas/money/payments/simulated-payments.ts'
import topUpPlans from './areas/money/top-ups/plans.ts'
import topUps from './areas/money/top-ups/top-ups.ts'
import addresses from './areas/people/addresses/addresses.ts'
import account from './areas/people/auth/account.ts'
import logIn from './areas/people/auth/log-in.ts'
import passwordRequests from './areas/people/auth/password-requests.ts'
import phone from './areas/people/auth/phone.ts'
import phoneCodes from './areas/people/auth/phone-codes.ts'
import phoneLogIn from './areas/people/auth/phone-log-in.ts'
import levelHistory from './areas/people/profile/level-history.ts'
import profile from './areas/people/profile/profile.ts'
import registration from './areas/people/registration/registration.ts'
import courseCatalogue from './areas/places/companies/catalogue.ts'
import companies from './areas/places/companies/companies.ts'
import companyCourses from './areas/places/companies/courses.ts'
import managedCommonCourses from './areas/places/companies/managed-common-courses.ts'
import managedCompanies from './areas/places/companies/managed-companies.ts'
import companyPolicies from './areas/places/companies/policies.ts'
import answerCompanyInvitation from './areas/places/company-invitations/answer.ts'
import companyInvitations from './areas/places/company-invitations/make.ts'
import associationInbox from './areas/places/venues/association-inbox.ts'
import coachVenues from './areas/places/venues/coach-venues.ts'
import venueCourts from './areas/places/venues/courts.ts'
import managedVenues from './areas/places/venues/managed-venues.ts'
import newVenues from './areas/places/venues/new-venues.ts'
import venues from './areas/places/venues/venues.ts'
import grid from './areas/time/schedule/grid.ts'
import analytics from './areas/views/analytics/analytics.ts'
import businessCards from './areas/views/business-cards/business-cards.ts'
import calendar from './areas/views/calendar/calendar.ts'
import calendarFeed from './areas/views/calendar/feed.ts'
import coachHome from './areas/views/coach-home/coach-home.ts'
import coachRecords from './areas/views/coach-home/records.ts'
import coachPages from './areas/views/coach-pages/coach-pages.ts'
import adverts from './areas/views/home/adverts.ts'
import companyAdverts from './areas/views/home/company-adverts.ts'
import home from './areas/views/home/home.ts'
import search from './areas/views/home/search.ts'
import sharePictures from './areas/views/sharing/share-pictures.ts'
import sharing from './areas/views/sharing/sharing.ts'
import { coachEffect, joinEffect, MESSAGE_EFFECTS } from './effects-of-areas.ts'
import { JOBS } from './jobs-of-areas.ts'

/** The handlers of every area, floor by floor. `wechat` is the deployment's own client, if it has one. */
export const handlersOfAreas = (wechat: WechatClient | undefined): readonly FastifyPluginAsync[] => [
  // Ground.
  blacklist,
  files,
  inbox(MESSAGE_EFFECTS),
  outbox,
  messageSettings,
  // People.
  addresses,
  account,
  logIn,
  passwordRequests,
  phone,
  phoneCodes,
  phoneLogIn,
  levelHistory,
  profile,
  registration(coachEffect),
  // Places.
  courseCatalogue,
  companies,
  companyCourses,
  answerCompanyInvitation(joinEffect),
  companyInvitations,
  managedCommonCourses,
  managedCompanies(coachEffect),
  companyPolicies,
  associationInbox,
  coachVenues,
  venueCourts,
  managedVenues,
  newVenues,
  venues,
  // Money.
  cardAdjustments,
  cards,
  managedCards,
  contractPhotos,
  contracts,
  managedContracts,
  buyPackages,
  managedPackages,
  renewals,
  updateSessions,
  usedRecords,
  managedPaymentOrders,
  managedRefunds,
  managedShipments,
  offlineEntries,
  offlineSettings,
  paymentNotifications,
  paymentOrders,
  payOrder,
  simulatedPayments,
  topUpPlans,
  topUps,
  // Time.
  grid,
  // Activities.
  cancelBall,
  ballsOnCourts,
  createBall,
  ballDetail,
  ballLists,
  ballNoShows,
  ballSeatsOfPlayer,
  ballProposals,
  ballRequests,
  ballResults,
  swapBallPlayer,
  updateBall,
  cancelClass,
  changeCoach,
  completeClass,
  confirmClass,
  createClass,
  editClass,
  elsewhere,
  joinClass,
  classLists,
  offers,
  objections,
  pastClasses,
  classOperators,
  readClasses,
  usualCourses,
  courseRefunds,
  likes,
  coachLocks,
  venueLocks,
  courtReleases,
  closures,
  vacancyAlerts,
  absences,
  coachLeaves,
  leaveCompany,
  shopOrdersOfBuyer,
  cart,
  productCategories,
  managedShopOrders,
  managedProducts,
  products,
  stringingBoard,
  createStringingOrder,
  stringingIncome,
  managedStringingOrders,
  stringingPhotos,
  stringingOrdersOfPlayer,
  racketHistory,
  stringingRefunds,
  stringingOrdersOfShop,
  stringsOfShop,
  stringingMerchants,
  ownShop,
  rackets,
  managedShops,
  coachesOfPlayer,
  questions,
  studentInvitations,
  studentRequests,
  trialLessons,
  acceptTrial,
  students,
  // Views.
  analytics,
  businessCards,
  calendar,
  calendarFeed,
  coachHome,
  coachPages,
  coachRecords,
  adverts,
  companyAdverts,
  home,
  search,
  sharePictures(wechat),
  sharing,
  // Desks.
  accountClosing,
  approvals,
  setUp,
  audit,
  contentReview,
  wechatPush,
  checks,
  clientErrors,
  jobs(JOBS),
  reconcile,
  reportContent,
  reports,
  rosterClaims,
  rosterImports,
  rosterStudents,
  staffAccounts,
  staffFactor,
  staffLogIn,
  userCoaches,
  userMerge,
  userPasswords,
  users,
]
