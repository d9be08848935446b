import { execFile } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { getInvitation } from '@paidang/api/areas/activities/classes'
import { instantOf } from '@paidang/domain/kernel/day'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { clockAheadMs, minutesAfter } from '../run/clock.ts'
import { DESKTOP } from '../run/console.ts'
import { logInAs } from '../run/people.ts'
import { type RunningServer, removeData, startServer } from '../run/server.ts'
import { shiftDate } from '../run/shift-date.ts'
import { seen } from './class-page.ts'
import { goTo, logIn } from './journey.ts'
import { enterAtDesk, findAtDesk, goOnFromCashier } from './money-page.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PASSWORD = 'Court-of-2026'
const CLUB = '青杉网球俱乐部'
const VENUE = '星湖网球中心'
const COURSE = '成人私教'
const ADMIN = { name: '王启明', phone: '13812340001', username: 'wang_qiming' }
const COACH = { name: '沈嘉禾', phone: '13812340002', username: 'shen_jiahe' }
const NEWCOMER = { name: '郑小雨', phone: '', username: 'zheng_xiaoyu' }
const SECOND = { name: '高远', phone: '13812340004', username: 'gao_yuan' }
const STUDENT = { name: '孟晴', phone: '13812340003', username: 'meng_qing' }

/** What a deployment for a real club sets. Nothing of the demo world is in it. */
const PRODUCTION = {
  NODE_ENV: 'production',
  DEMO: '0',
  TOKEN_SECRET: '8c1f6d0b3a7e94528bd1c07f3e6a95d2417bc8e03f9d5a6c',
  PUBLIC_URL: 'https://club.example',
  OPERATOR_NAME: '青杉体育',
  OPERATOR_CONTACT: '021-60000000',
  RATE_LIMITS: 'on',
}

type Club = {
  server: RunningServer
  open(viewport?: object): Promise<Page>
  /** Production takes no other clock. So the same data go on with the clock of the journeys. @returns the new address */
  restartAt(instant: Date): Promise<string>
}

/** An empty product in production mode, and pages of it. */
const test = base.extend<{ club: Club }>({
  club: async ({ browser, contextOptions }, use) => {
    const club: Club = {
      server: await startServer({ env: PRODUCTION }),
      async open(viewport) {
        const context = await browser.newContext({ ...contextOptions, ...viewport })
        await context.addInitScript(shiftDate, clockAheadMs())
        contexts.push(context)
        return context.newPage()
      },
      async restartAt(at) {
        const { dataDir } = club.server
        await club.server.stop()
        club.server = await startServer({ dataDir, at, env: { DEMO: '0' } })
        return club.server.address
      },
    }
    const contexts: BrowserContext[] = []
    await use(club)
    for (const context of contexts) await context.close()
    await club.server.stop()
    await removeData(club.server.dataDir)
  },
})

test('a club moves in: operator, company, venue, coaches, imported students, and the first paid lesson', async ({
  club,
}) => {
  const { address } = club.server
  const lead = await club.open(DESKTOP)

  await test.step('the first operator changes the one-time password and sets up a second factor', async () => {
    const oneTime = await createLead(club.server, 'lead_1')
    await lead.goto(`${address}/console/login`)
    await lead.getByLabel('账号').fill('lead_1')
    await lead.getByLabel('密码').fill(oneTime)
    await lead.getByRole('button', { name: '登录' }).click()
    const dialog = lead.getByRole('dialog', { name: '修改密码' })
    await dialog.getByLabel('原密码').fill(oneTime)
    await dialog.getByLabel('新密码', { exact: true }).fill(PASSWORD)
    await dialog.getByLabel('再输一遍新密码').fill(PASSWORD)
    await dialog.getByRole('button', { name: '修改密码' }).click()
    await expect(dialog).toBeHidden()
    await lead.getByRole('button', { name: /开\s?启|开始/ }).click()
    const secret = (await lead.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4})+$/).textContent()) ?? ''
    await lead.getByLabel('身份验证器上的 6 位数字').fill(codeOf(secret.replaceAll(' ', '')))
    await lead.getByLabel('登录密码').fill(PASSWORD)
    await lead.getByRole('button', { name: /确\s?认|开\s?启/ }).click()
    await lead.getByRole('button', { name: '已保存' }).click()
    await expect(lead.getByRole('link', { name: '公司' })).toBeVisible()
  })

  const [admin, coach, second] = [await club.open(), await club.open(), await club.open()]
  const coaches = [
    { page: coach, person: COACH },
    { page: second, person: SECOND },
  ]
  await test.step('who will lead the club and two coaches register; the platform approves certificates and names', async () => {
    await register(admin, address, ADMIN)
    for (const { page, person } of coaches) {
      await register(page, address, person)
      await applyAsCoach(page, address, person)
    }
    await approveAll(lead, address)
  })

  await test.step('the operator founds the club and the venue', async () => {
    await lead.goto(`${address}/console/companies`)
    await lead.getByRole('button', { name: '新增公司' }).click()
    const dialog = lead.getByRole('dialog')
    await dialog.getByLabel('公司名称').fill(CLUB)
    await dialog.getByLabel('管理员的手机号').fill(ADMIN.phone)
    await dialog.getByLabel('已核对是本人').click()
    await dialog.getByRole('button', { name: '新增' }).click()
    await expect(lead.getByRole('heading', { name: CLUB, level: 1 })).toBeVisible()
    await lead.goto(`${address}/console/venues/new`)
    await lead.getByLabel('场馆名称').fill(VENUE)
    await lead.getByLabel('城市').fill('上海市')
    await lead.getByLabel('区域').fill('徐汇区')
    await lead.getByLabel('详细地址').fill('星湖路 1 号')
    await lead.getByLabel('场地数量').fill('2')
    await lead.getByRole('button', { name: '新增场馆' }).click()
    await expect(lead.getByRole('heading', { name: VENUE, level: 1 })).toBeVisible()
  })

  await test.step('its admin adds a course, teaches at the venue, and invites two coaches, who join', async () => {
    await goTo(admin, address, 'coach/pages/company/index')
    await admin.reload()
    await admin.getByRole('button', { name: '添加课程' }).click()
    await admin.getByLabel('课程名称').fill(COURSE)
    await admin.getByLabel('每课时价格（元）').fill('420')
    await admin.getByRole('button', { name: '添加课程' }).click()
    await expect(seen(admin, '课程添加成功')).toBeVisible()
    // The form goes back to the company by itself.
    await expect(admin).toHaveURL(/coach\/pages\/company/)
    await goTo(admin, address, 'coach/pages/find_venue/index')
    await admin.getByPlaceholder('场馆名称或地址').fill(VENUE)
    await admin.getByRole('button', { name: `申请关联 ${VENUE}` }).click()
    await expect(seen(admin, '关联场地成功')).toBeVisible()
    await approveAll(lead, address)

    await goTo(admin, address, 'coach/pages/company/index')
    await admin.reload()
    await admin.getByRole('button', { name: '邀请教练' }).click()
    for (const { page, person } of coaches) {
      await admin.getByLabel('教练的手机号').fill(person.phone)
      await expect(seen(admin, person.name)).toBeVisible()
      // What was chosen for the first one stays for the next.
      if (person === COACH) await choose(admin, '可教课程', COURSE)
      if (person === COACH) await choose(admin, '场馆', VENUE)
      await admin.getByRole('button', { name: '发出邀请' }).click()
      await expect(admin.getByLabel('教练的手机号')).toHaveValue('')
      await goTo(page, address, 'user/pages/user_message/index?messageType=systemNotice')
      await page.reload()
      await page
        .getByRole('button', { name: new RegExp(`${CLUB}邀请您加入`) })
        .first()
        .click()
      await page.getByRole('button', { name: '同意加入' }).click()
      await expect(seen(page, `已加入${CLUB}`)).toBeVisible()
    }
    await approveAll(lead, address)
  })

  await test.step('the club imports its table; a student without an account becomes one with it', async () => {
    const desk = await openConsoleOf(admin, address)
    const headings = '姓名,手机号,课程,教练,剩余课时,每课时单价,有效期至'
    const rows = [
      `${STUDENT.name},${STUDENT.phone},${COURSE},${COACH.name},12,400,2035-05-31`,
      `林溪,13812340009,${COURSE},,6,400,2035-05-31`,
    ]
    const buffer = Buffer.from([headings, ...rows].join('\n'))
    await desk.getByRole('link', { name: '从表格导入' }).click()
    await desk.getByLabel('选择表格').setInputFiles({ name: '台账.csv', mimeType: 'text/csv', buffer })
    await desk.getByRole('button', { name: '确认导入 2 行' }).click()
    await expect(desk.getByRole('heading', { name: /批次 #1 已导入/ })).toBeVisible()

    await goTo(coach, address, 'coach/pages/students/index')
    await coach.reload()
    await coach.getByRole('button', { name: new RegExp(`^${STUDENT.name}`) }).click()
    await coach.getByRole('button', { name: '给他认领码' }).click()
    const code = (await coach.getByText(/^[A-Z2-9]{4} [A-Z2-9]{4}$/).textContent()) ?? ''
    const student = await club.open()
    await register(student, address, STUDENT)
    await goTo(student, address, 'user/pages/claim/index')
    await student.getByLabel('认领码').fill(code)
    await student.getByRole('button', { name: '查找' }).click()
    await student.getByRole('radio', { name: '是我自己' }).click()
    await student.getByRole('button', { name: '认领课时' }).click()
    await expect(seen(student, '已认领 12 课时')).toBeVisible()
  })

  const newcomer = await club.open()
  await test.step('the club offers a trial lesson; a guest finds it, registers on the way, and pays at the front desk', async () => {
    await goTo(admin, address, 'coach/pages/company/index')
    await admin.reload()
    await admin.getByRole('button', { name: '添加课程' }).click()
    await admin.getByLabel('课程名称').fill('第一课')
    await admin.getByRole('switch', { name: /^体验课/ }).click()
    await admin.getByLabel('体验课价格（元）').fill('168')
    await admin.getByRole('button', { name: '添加课程' }).click()
    await expect(seen(admin, '课程添加成功')).toBeVisible()
    await approveAll(lead, address)

    await goTo(newcomer, address, 'pages/bookingClass/index')
    await newcomer.getByRole('link', { name: new RegExp(`^${ADMIN.name}，`) }).click()
    await newcomer.getByRole('button', { name: '约体验课 ¥168' }).click()
    const sheet = newcomer.getByRole('dialog', { name: `约${ADMIN.name}的课` })
    const hours = sheet.getByRole('button', { name: /\d\d:\d\d$/ })
    // The latest ones: the nearest may begin while this runs.
    for (const at of [-1, -2]) await hours.nth(at).click()
    await sheet.getByRole('button', { name: '登录并申请' }).click()
    await newcomer.getByText('注册新账号').click()
    await fillRegistration(newcomer, NEWCOMER)
    await newcomer.getByRole('button', { name: '完成注册' }).click()
    await expect(hours.and(sheet.locator('[aria-pressed="true"]'))).toHaveCount(2)
    await sheet.getByRole('button', { name: '支付并申请' }).click()
    await expect(newcomer.getByRole('radio', { name: /到前台付款/ })).toBeChecked()
    await findAtDesk(lead, address, new URLSearchParams(newcomer.url().split('?')[1]).get('orderId') ?? '')
    await enterAtDesk(lead, { open: '登记线下收款', receiptNo: 'A-1', press: '确认登记' })
    await goOnFromCashier(newcomer)
    await expect(seen(newcomer, /^已付款，等教练确认一个时间，最晚/)).toBeVisible()
  })

  const classId = await test.step('the coach confirms one of the hours, and it is a class', async () => {
    await approveAll(lead, address)
    await goTo(admin, address, 'coach/pages/students/index')
    await admin.reload()
    await admin.getByRole('button', { name: new RegExp(`^${NEWCOMER.name} 约体验课`) }).click()
    const request = admin.locator('.taro_page').last()
    await request.getByRole('button', { name: '确认', exact: true }).first().click()
    await request.getByRole('button', { name: '查看约课' }).click()
    await expect(seen(admin, /体验课 ¥168，不用课时/)).toBeVisible()
    await newcomer.getByRole('button', { name: '查看约课' }).click()
    await expect(seen(newcomer, /体验课 ¥168，不用课时/)).toBeVisible()
    return /invitationId=(\d+)/.exec(admin.url())?.[1] ?? ''
  })

  await test.step('on its day the coach signs and completes it', async () => {
    const { call } = await logInAs(address, ADMIN.username, PASSWORD)
    const made = await call(getInvitation, { params: { id: classId }, query: {} })
    const later = await club.restartAt(minutesAfter(instantOf(made.courseDate, made.beginTimeSlot), 5))
    const page = await club.open()
    await logIn(page, later, ADMIN.username, PASSWORD)
    await expect(page.getByText(/^今天的课/)).toBeVisible()
    await goTo(page, later, `pages/booking_view/index?invitationId=${classId}`)
    await page.getByRole('button', { name: '为学员签到' }).click()
    await page.getByRole('dialog').getByRole('button', { name: /签到/ }).click()
    await page.getByRole('button', { name: '完成' }).first().click()
    await page.getByRole('alertdialog').getByRole('button', { name: '完成约课' }).click()
    await expect(seen(page, '完成约课成功')).toBeVisible()
  })
})

/** Opens the console of the company from its page in the app. */
async function openConsoleOf(admin: Page, address: string): Promise<Page> {
  await goTo(admin, address, 'coach/pages/company/index')
  await admin.reload()
  const opened = admin.waitForEvent('popup')
  await admin.getByRole('button', { name: /^经营看板/ }).click()
  const desk = await opened
  await desk.setViewportSize(DESKTOP.viewport)
  return desk
}

/** Opens a sheet of choices, ticks one, and closes it. */
async function choose(page: Page, title: string, choice: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${title}`) }).click()
  const sheet = page.getByRole('dialog', { name: title })
  await sheet.getByRole('checkbox', { name: choice }).click()
  await sheet.getByRole('button', { name: '选好了' }).click()
}

/** Registers somebody on the web, with everything that the form asks for. */
async function register(page: Page, address: string, person: typeof ADMIN): Promise<void> {
  await goTo(page, address, 'user/pages/register/index')
  await fillRegistration(page, person)
  // What comes next is open before one goes elsewhere.
  await expect(seen(page, '常打什么球')).toBeVisible()
}

async function fillRegistration(page: Page, { name, phone, username }: typeof ADMIN): Promise<void> {
  const form = page.locator('.taro_page').last()
  await expect(page).toHaveURL(/user\/pages\/register/)
  await form.getByLabel('用户名', { exact: true }).fill(username)
  await form.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await form.getByLabel('确认密码', { exact: true }).fill(PASSWORD)
  await form.getByLabel('昵称', { exact: true }).fill(name)
  if (phone !== '') await form.getByLabel('手机号（选填）').fill(phone)
  await form.getByRole('checkbox', { name: '已阅读并同意' }).click()
  await form.getByRole('button', { name: '注册', exact: true }).click()
}

/** Applies to be a coach, with a certificate. */
async function applyAsCoach(page: Page, address: string, { name }: typeof ADMIN): Promise<void> {
  await goTo(page, address, 'user/pages/user_regist/index?as=coach')
  await page.getByLabel('真实姓名').fill(name)
  const chooser = page.waitForEvent('filechooser')
  await page
    .getByRole('button', { name: /添加.*照片|上传资质照片/ })
    .first()
    .click()
  const buffer = await picture()
  await (await chooser).setFiles({ name: 'certificate.jpg', mimeType: 'image/jpeg', buffer })
  await expect(page.getByRole('button', { name: '资质照片第 1 张', exact: true })).toBeVisible()
  await page.getByRole('button', { name: '提交申请' }).click()
  await expect(seen(page, /审核中/)).toBeVisible()
}

/** An operator agrees to everything that waits for the platform, item by item. */
async function approveAll(lead: Page, address: string): Promise<void> {
  const items = lead.getByRole('row').getByRole('link')
  for (;;) {
    await lead.goto(`${address}/console/approvals`)
    await expect(lead.getByRole('heading', { name: '待办', level: 1 })).toBeVisible()
    await expect(items.or(lead.getByText('没有待办')).first()).toBeVisible()
    if ((await items.count()) === 0) return
    await items.first().click()
    await lead.getByRole('main').getByRole('button', { name: '通过', exact: true }).click()
    // What cannot be taken back is asked once more.
    const [done, sure] = [
      lead.getByText(/^已通过/).first(),
      lead.getByRole('dialog').getByRole('button', { name: /通\s?过/ }),
    ]
    await expect(done.or(sure)).toBeVisible()
    if (await sure.isVisible()) await sure.click()
    await expect(done).toBeVisible()
  }
}

test('the same by the API alone', async ({ club }) => {
  const { address } = club.server
  const oneTime = await createLead(club.server, 'lead_1')
  const first = await send(address, '', 'POST /staff/login', { username: 'lead_1', password: oneTime })
  await send(address, first.token, 'POST /staff/password', { oldPassword: oneTime, newPassword: PASSWORD })
  const { token: lead } = await send(address, '', 'POST /staff/login', { username: 'lead_1', password: PASSWORD })
  const { ticket, secret } = await send(address, lead, 'POST /staff/factor/begin')
  await send(address, lead, 'POST /staff/factor/confirm', { ticket, code: codeOf(secret), password: PASSWORD })

  const enter = async ({ name: nickname, phone, username }: typeof ADMIN) => {
    const account = { username, nickname, password: PASSWORD, agreementVersion: '2026-11-26', ...(phone && { phone }) }
    const { tokens, userInfo } = await send(address, '', 'POST /auth/register', account)
    return { id: userInfo.userId, token: tokens.token }
  }
  const approve = async (list: string, decide: string, idOf = (one: Answer) => one.id) => {
    const waiting = await send(address, lead, `GET ${list}?state=waiting&current=1&rows=50`)
    for (const one of waiting) await send(address, lead, `POST ${decide}/${idOf(one)}`, { approve: true })
  }
  const approveTexts = () => approve('/admin/content', '/admin/content/decide')
  const [admin, coach] = [await enter(ADMIN), await enter(COACH)]
  const certificate = new FormData()
  certificate.set('file', new Blob([await picture()]), 'certificate.jpg')
  const { relativePath } = await send(address, coach.token, 'POST /files/upload?purpose=certificate', certificate)
  const application = { realName: COACH.name, yearsTeaching: 5, region: '上海市', certificates: [relativePath] }
  await send(address, coach.token, 'POST /app-users/regist-coach/byplayer', application)
  await approve('/admin/coach-applications', '/admin/coach-applications/decide', (one) => one.application.id)
  await approveTexts()

  const founding = { companyName: CLUB, phone: ADMIN.phone, isPhoneChecked: true }
  const { id: companyId } = await send(address, lead, 'POST /admin/companies', founding)
  const place = { name: VENUE, city: '上海市', district: '徐汇区', address: '星湖路 1 号', courtCount: 2 }
  const { venue } = await send(address, lead, 'POST /admin/venues', { ...place, firstStart: 12, lastStart: 46 })
  const addCourse = async (course: object) => {
    const body = { companyGuid: companyId, sessionDuration: 60, coachIds: [admin.id], ...course }
    return (await send(address, admin.token, 'POST /company-course/add-by-company', body)).companyCourse.id
  }
  const courseId = await addCourse({ courseName: COURSE, pricePerSession: 42_000 })
  await addCourse({ courseName: '第一课', pricePerSession: 16_800, isTrial: true })
  await approveTexts()
  await send(address, admin.token, 'POST /coach-stadium/add-by-coach', { stadiumId: venue.id })
  await approve('/admin/associations', '/admin/associations/decide')

  const inviting = { companyId, phone: COACH.phone, courseIds: [courseId], venueIds: [venue.id] }
  const { id, revision } = await send(address, admin.token, 'POST /company/invitations/invite', inviting)
  await send(address, coach.token, `POST /company/invitations/answer/${id}`, { agree: true, revision })
  await approve('/admin/associations', '/admin/associations/decide')

  const { path } = await send(address, admin.token, 'POST /analytics/link', { companyId })
  const entering = { ticket: new URLSearchParams(path.split('?')[1]).get('ticket') }
  const { token: desk } = await send(address, '', 'POST /staff/enter', entering)
  const table = `姓名,手机号,课程,教练,剩余课时,每课时单价,有效期至\n${STUDENT.name},${STUDENT.phone},${COURSE},${COACH.name},12,400,2035-05-31`
  const file = new FormData()
  file.set('file', new Blob([table]), 'table.csv')
  const batch = await send(address, desk, 'POST /roster/imports?fileName=table.csv', file)
  expect(batch.sums.written).toEqual({ rows: 1, sessions: 12 })
  await send(address, desk, `POST /roster/imports/confirm/${batch.id}`, batch.sums.written)
  const [registered] = (await send(address, desk, `GET /roster/imports/${batch.id}`)).rows
  const { code } = await send(address, admin.token, `POST /roster/code/${registered.studentId}`, {})
  const student = await enter(STUDENT)
  const { students } = await send(address, student.token, 'POST /roster/claims/find', { code })
  const answers = students.map((one: Answer) => ({ id: one.id, answer: 'SELF', remainingSessions: 12 }))
  await send(address, student.token, 'POST /roster/claims/answer', { code, answers })
  const contracts = await send(address, student.token, `GET /user-course-contract/by-user/${student.id}`)
  expect(contracts).toMatchObject([{ remainingSessions: 12 }])

  const coaches = await send(address, '', 'POST /coach-pages/list', {})
  expect(coaches.map((one: Answer) => one.nickname).sort()).toEqual([COACH.name, ADMIN.name].sort())
  const { trial } = await send(address, '', `GET /coach-pages/one/${admin.id}`)
  const newcomer = await enter(NEWCOMER)
  const { date, starts } = trial.freeDays.at(-1)
  const wish = { date, ...starts.at(-1) }
  const asking = { coachId: admin.id, courseId: trial.courseId, wishes: [wish], priceFen: trial.priceFen }
  const asked = await send(address, newcomer.token, 'POST /trial-lessons/ask', asking)
  const paying = { amountFen: 16_800, way: 'CASH', receiptNo: 'A-1', reason: '本人到店' }
  await send(address, lead, `POST /admin/offline-entries/pay/${asked.orderId}`, paying)
  const choices = await send(address, admin.token, `GET /trial-lessons/choices/${asked.id}`)
  const choice = { ...wish, selectedCourt: choices[0].courts[0].selectedCourt }
  const { invitationId } = await send(address, admin.token, `POST /trial-lessons/accept/${asked.id}`, choice)

  const later = await club.restartAt(minutesAfter(instantOf(wish.date, wish.beginTimeSlot), 5))
  const again = { username: ADMIN.username, password: PASSWORD, agreementVersion: '2026-11-26' }
  const { tokens } = await send(later, '', 'POST /auth/h5-login', again)
  await send(later, tokens.token, `PUT /course-invitation/sign/by-coach/${invitationId}`, {})
  const done = await send(later, tokens.token, `PUT /course-invitation/finish/by-coach/${invitationId}`, {})
  expect(done).toMatchObject({ invitationStatus: 'COMPLETED' })
})

// biome-ignore lint/suspicious/noExplicitAny: This client knows nothing of the product but its address.
type Answer = any

/** One call, as any program makes it. @returns the data of the answer, which must be a success */
async function send(address: string, token: string, call: string, body?: object): Promise<Answer> {
  const [method, path] = call.split(' ')
  const isForm = body instanceof FormData
  const response = await fetch(`${address}/aaapi${path}`, {
    method: method ?? '',
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
      ...(method !== 'GET' && { 'idempotency-key': randomUUID() }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  })
  const { success, data, ...rest } = (await response.json()) as Answer
  expect(success, `${call}: ${JSON.stringify(rest)}`).toBe(true)
  return data
}

/** Makes the first operator as the engineer of the deployment does. @returns the password, which is shown once */
async function createLead({ dataDir }: RunningServer, username: string): Promise<string> {
  const command = ['--import', 'tsx', 'server/src/create-operator.ts', '--username', username]
  const env = { ...process.env, DATA_DIR: dataDir }
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: ROOT, env })
  return /一次性密码 (\S+?)（/.exec(stdout)?.[1] ?? ''
}

const picture = () =>
  sharp({ create: { width: 600, height: 400, channels: 3, background: '#eeeeee' } })
    .jpeg()
    .toBuffer()

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The six digits that an authenticator shows now. Source: RFC 6238 */
function codeOf(secret: string): string {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const mac = createHmac('sha1', key).update(counter).digest()
  const at = (mac[19] ?? 0) & 15
  return String((mac.readUInt32BE(at) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0')
}
