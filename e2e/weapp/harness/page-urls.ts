import { type BallSummary, ballsOfUser } from '@paidang/api/areas/activities/balls'
import { pageOfUser } from '@paidang/api/areas/activities/classes'
import { studentsOfCoach } from '@paidang/api/areas/activities/students'
import { contractsOfUser } from '@paidang/api/areas/money/contracts'
import { getCoachView } from '@paidang/api/areas/people/profile'
import { coursesOfCompany } from '@paidang/api/areas/places/companies'
import { inviteCoach } from '@paidang/api/areas/places/company-invitations'
import { PAGE_SIZE } from '@paidang/domain/kernel/page'
import type { Someone } from '../../run/arrange.ts'
import { addressOf, jobOf, productWhere, purchaseOf, racketOf } from '../../run/arrange-goods.ts'
import { beginTopUp, cardOf } from '../../run/arrange-money.ts'
import { invitationTokenOf, requestOf } from '../../run/arrange-request.ts'
import { trialOf } from '../../run/arrange-trial.ts'
import { clientOf } from '../../run/people.ts'

const FIRST = { current: 1, rows: PAGE_SIZE }

/** The pages of the coach that belong to a company. */
const COMPANY_PAGES = ['company', 'course', 'invite_coach', 'join_company'].map((name) => `coach/pages/${name}/index`)

type Product = { address: () => string; logInAs: (username: string) => Promise<Someone> }

/** Addresses of a product's pages with data, and the content that they show. */
export function pagesOf({ address, logInAs }: Product) {
  /** The address of a page with data for the player or the coach. */
  async function urlOf(route: string): Promise<string> {
    if (route.startsWith('coach/')) return urlForCoach(route)
    const { call, logIn } = await logInAs('player')
    if (route === 'pages/booking_view/index') {
      const { rows } = await call(pageOfUser, { query: FIRST })
      return `${route}?invitationId=${rows[0]?.invitation.id}`
    }
    if (route === 'bookingClass/pages/class_info/index') {
      const [contract] = await call(contractsOfUser, { params: { userId: logIn.userInfo.userId } })
      return `${route}?courseDesignId=${contract?.courseDesign.id}`
    }
    const query = await (QUERIES[route] ?? (() => undefined))()
    return query === undefined ? route : `${route}?${query}`
  }

  /** Parameters of the player's pages: a game and its venue, a card, a pending top-up, a racket, orders. */
  const QUERIES: Record<string, () => Promise<string>> = {
    'bookingBall/pages/ballDetail/index': async () => `id=${(await ownBall()).id}`,
    'bookingClass/pages/coach_page/index': async () => `id=${(await logInAs('coach')).logIn.userInfo.userId}`,
    'bookingClass/pages/student_request/index': async () => `id=${(await requestOf(await logInAs('player'))).id}`,
    'bookingClass/pages/trial_lesson/index': async () =>
      `id=${(await trialOf(await logInAs('player'), await logInAs('coach'))).id}`,
    'bookingClass/pages/student_invitation/index': async () => `t=${await invitationTokenOf(await logInAs('coach'))}`,
    'bookingBall/pages/stadiumDetail/index': async () => `id=${(await ownBall()).stadiumId}`,
    'user/pages/user_store_card_detail/index': async () => `cardId=${(await cardOf(await logInAs('player'))).id}`,
    'user/pages/cashier/index': async () => `orderId=${(await beginTopUp(await logInAs('player'))).orderId}`,
    'user/pages/pay_simulator/index': async () =>
      `outTradeNo=${(await beginTopUp(await logInAs('player'))).outTradeNo}`,
    'threading/pages/threadingDetail/index': async () => `id=${(await ownRacket()).lastJob.merchantId}`,
    'threading/pages/threadingProducts/index': async () => {
      const { id, lastJob } = await ownRacket()
      return `merchantId=${lastJob.merchantId}&racketId=${id}&again=1`
    },
    'threading/pages/threadingResult/index': async () => `id=${(await jobOf(await logInAs('player'), 'PAID')).id}`,
    'threading/pages/threading_order/index': async () => `id=${(await jobOf(await logInAs('player'), 'READY')).id}`,
    'threading/pages/racket/index': async () => `id=${(await ownRacket()).id}`,
    'shop/pages/product/index': async () => `id=${(await onOffer()).id}`,
    'shop/pages/order/index': async () => `id=${(await purchaseOf(await logInAs('player'), 'SENT')).id}`,
    'user/pages/user_addrs_edit/index': async () => `id=${(await addressOf(await logInAs('player'))).id}`,
  }

  /** The player's racket that has been strung. */
  const ownRacket = async () => racketOf(await logInAs('player'))

  const onOffer = () =>
    productWhere({ call: clientOf(address()) }, ({ originalFen, stock }) => originalFen !== null && stock > 0)

  async function ownBall(): Promise<BallSummary> {
    const { call, logIn } = await logInAs('player')
    const { rows } = await call(ballsOfUser, { params: { group: '1', userId: logIn.userInfo.userId }, query: FIRST })
    const ball = rows.find(({ stadiumId }) => stadiumId !== null)
    if (!ball) throw new Error('the player has no game at a venue')
    return ball
  }

  async function urlForCoach(route: string): Promise<string> {
    const { call, logIn } = await logInAs('coach')
    const coachId = logIn.userInfo.userId
    if (route === 'coach/pages/student/index') {
      const { rows } = await call(studentsOfCoach, { params: { coachId }, query: FIRST })
      return `${route}?userId=${rows[0]?.player.id}`
    }
    if (COMPANY_PAGES.includes(route)) {
      const { companies } = await call(getCoachView, { params: { id: coachId } })
      const companyId = companies[0]?.id ?? ''
      if (route === 'coach/pages/company/index' || route === 'coach/pages/invite_coach/index')
        return `${route}?companyId=${companyId}`
      if (route === 'coach/pages/join_company/index') {
        const { id } = await call(inviteCoach, { body: { companyId, courseIds: [], venueIds: [] } })
        return `${route}?id=${id}`
      }
      const [course] = await call(coursesOfCompany, { params: { id: companyId } })
      return `${route}?companyId=${companyId}&courseId=${course?.companyCourse.id}`
    }
    return route
  }
  return { urlOf, ownBall, ownRacket, onOffer }
}
