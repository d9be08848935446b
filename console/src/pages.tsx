import {
  AccountBookOutlined,
  AuditOutlined,
  BankOutlined,
  BarChartOutlined,
  CalendarOutlined,
  ClockCircleOutlined,
  CloudOutlined,
  CommentOutlined,
  CreditCardOutlined,
  DashboardOutlined,
  DiffOutlined,
  EnvironmentOutlined,
  FileDoneOutlined,
  GiftOutlined,
  HeartOutlined,
  HeatMapOutlined,
  HistoryOutlined,
  ImportOutlined,
  InboxOutlined,
  MoneyCollectOutlined,
  NotificationOutlined,
  ProjectOutlined,
  ReadOutlined,
  ReconciliationOutlined,
  RollbackOutlined,
  SafetyCertificateOutlined,
  ScheduleOutlined,
  SendOutlined,
  ShopOutlined,
  ShoppingOutlined,
  SolutionOutlined,
  SwapOutlined,
  TagsOutlined,
  TeamOutlined,
  TransactionOutlined,
  TrophyOutlined,
  UndoOutlined,
  UnorderedListOutlined,
  UserOutlined,
  UserSwitchOutlined,
} from '@ant-design/icons'
import type { StaffRole } from '@paidang/domain/kernel/access'
import type { Feature } from '@paidang/domain/kernel/features'
import { WAITING_KINDS, type WaitingKind } from '@paidang/domain/kernel/waiting'
import type { ComponentType, ReactNode } from 'react'

/** The groups of the menu, in order. */
export const GROUPS = ['待办', '场馆与教练', '用户', '商城', '穿线', '资金', '经营', '学员', '运行'] as const

/** A page: its address, the roles that may open it, and its code. A page without `menu` is reached from others. */
export type ConsolePage = {
  /** Below /console, in React Router's form. */
  path: string
  access: StaffRole | 'staff'
  /** `waits`: what waits on this page is counted beside its label. `needs`: without the feature it is not shown. */
  menu?: {
    group: (typeof GROUPS)[number]
    label: string
    icon: ReactNode
    waits?: readonly WaitingKind[]
    needs?: Feature
  }
  load: () => Promise<ComponentType>
}

/** The page to set up a second factor. Users who need one see nothing else before that. */
export const SECOND_FACTOR_PATH = '/second-factor'

/** Every page of the console that needs a log-in. A user begins at the first permitted one. */
export const PAGES: readonly ConsolePage[] = [
  {
    path: '/approvals',
    access: 'operator',
    menu: { group: '待办', label: '待办', icon: <AuditOutlined />, waits: WAITING_KINDS },
    load: async () => (await import('./areas/desks/approvals/approvals-page')).ApprovalsPage,
  },
  {
    path: '/venues',
    access: 'operator',
    menu: { group: '场馆与教练', label: '场馆', icon: <EnvironmentOutlined /> },
    load: async () => (await import('./areas/places/venues/venues-page')).VenuesPage,
  },
  {
    path: '/venues/new',
    access: 'operator',
    load: async () => (await import('./areas/places/venues/venues-page')).NewVenuePage,
  },
  {
    path: '/venues/:id',
    access: 'operator',
    load: async () => (await import('./areas/places/venues/venue-page')).VenuePage,
  },
  {
    path: '/venues/:id/closures',
    access: 'operator',
    load: async () => (await import('./areas/activities/closures/closures-page')).VenueClosuresPage,
  },
  {
    path: '/venues/:venueId/closures/:id',
    access: 'operator',
    load: async () => (await import('./areas/activities/closures/closures-page')).ClosurePage,
  },
  {
    path: '/companies',
    access: 'operator',
    menu: { group: '场馆与教练', label: '公司', icon: <BankOutlined /> },
    load: async () => (await import('./areas/places/companies/company-pages')).CompaniesPage,
  },
  {
    path: '/companies/:id',
    access: 'operator',
    load: async () => (await import('./areas/places/companies/company-pages')).CompanyPage,
  },
  {
    path: '/common-courses',
    access: 'operator',
    menu: { group: '场馆与教练', label: '通用课程', icon: <ReadOutlined /> },
    load: async () => (await import('./areas/places/companies/common-course-pages')).CommonCoursesPage,
  },
  {
    path: '/common-courses/new',
    access: 'operator',
    load: async () => (await import('./areas/places/companies/common-course-pages')).NewCommonCoursePage,
  },
  {
    path: '/common-courses/:id',
    access: 'operator',
    load: async () => (await import('./areas/places/companies/common-course-pages')).CommonCoursePage,
  },
  {
    path: '/coaches',
    access: 'operator',
    menu: { group: '场馆与教练', label: '教练', icon: <SolutionOutlined /> },
    load: async () => (await import('./areas/desks/coaches/coach-pages')).CoachesPage,
  },
  {
    path: '/coaches/:id',
    access: 'operator',
    load: async () => (await import('./areas/desks/coaches/coach-pages')).CoachPage,
  },
  {
    path: '/classes',
    access: 'operator',
    menu: { group: '场馆与教练', label: '约课', icon: <CalendarOutlined />, waits: ['CLOSURE'] },
    load: async () => (await import('./areas/activities/arrangements/class-pages')).ClassesPage,
  },
  {
    path: '/classes/:id',
    access: 'operator',
    load: async () => (await import('./areas/activities/arrangements/class-pages')).ClassPage,
  },
  {
    path: '/objections',
    access: 'operator',
    menu: { group: '场馆与教练', label: '扣课异议', icon: <CommentOutlined />, waits: ['OBJECTION'] },
    load: async () => (await import('./areas/activities/arrangements/objections-page')).ObjectionsPage,
  },
  {
    path: '/games',
    access: 'operator',
    menu: { group: '场馆与教练', label: '球局', icon: <TrophyOutlined /> },
    load: async () => (await import('./areas/activities/arrangements/games-page')).GamesPage,
  },
  {
    path: '/users',
    access: 'operator',
    menu: { group: '用户', label: '用户', icon: <UserOutlined /> },
    load: async () => (await import('./areas/desks/users/user-pages')).UsersPage,
  },
  {
    path: '/contracts',
    access: 'operator',
    menu: { group: '用户', label: '课时合同', icon: <FileDoneOutlined /> },
    load: async () => (await import('./areas/desks/users/contracts-page')).ContractsPage,
  },
  {
    path: '/users/duplicates',
    access: 'operator',
    menu: { group: '用户', label: '重复账号', icon: <UserSwitchOutlined />, needs: 'wechat' },
    load: async () => (await import('./areas/desks/users/merge-pages')).DuplicatesPage,
  },
  {
    path: '/users/merge',
    access: 'operator',
    load: async () => (await import('./areas/desks/users/merge-pages')).MergePage,
  },
  {
    path: '/users/:id',
    access: 'operator',
    load: async () => (await import('./areas/desks/users/user-pages')).UserPage,
  },
  {
    path: '/board',
    access: 'merchant',
    menu: { group: '穿线', label: '穿线看板', icon: <ProjectOutlined /> },
    load: async () => (await import('./areas/activities/board/board-page')).BoardPage,
  },
  {
    path: '/board/orders/:id',
    access: 'merchant',
    load: async () => (await import('./areas/activities/board/order-pages')).OrderPage,
  },
  {
    path: '/board/orders/:id/label',
    access: 'merchant',
    load: async () => (await import('./areas/activities/board/papers')).LabelPage,
  },
  {
    path: '/board/orders/:id/sheet',
    access: 'merchant',
    load: async () => (await import('./areas/activities/board/papers')).SheetPage,
  },
  {
    path: '/orders',
    access: 'merchant',
    menu: { group: '穿线', label: '订单', icon: <UnorderedListOutlined /> },
    load: async () => (await import('./areas/activities/board/order-pages')).OrdersPage,
  },
  {
    path: '/due',
    access: 'merchant',
    menu: { group: '穿线', label: '到期工单', icon: <ScheduleOutlined /> },
    load: async () => (await import('./areas/activities/board/due-page')).DuePage,
  },
  {
    path: '/strings',
    access: 'merchant',
    menu: { group: '穿线', label: '球线与库存', icon: <InboxOutlined /> },
    load: async () => (await import('./areas/activities/shop-keeping/strings-page')).StringsPage,
  },
  {
    path: '/services',
    access: 'merchant',
    menu: { group: '穿线', label: '服务与价格', icon: <TagsOutlined /> },
    load: async () => (await import('./areas/activities/shop-keeping/services-page')).ServicesPage,
  },
  {
    path: '/income',
    access: 'owner',
    menu: { group: '穿线', label: '收入', icon: <BarChartOutlined /> },
    load: async () => (await import('./areas/activities/shop-keeping/income-page')).ShopIncomePage,
  },
  {
    path: '/shop-settings',
    access: 'owner',
    menu: { group: '穿线', label: '店铺设置', icon: <ShopOutlined /> },
    load: async () => (await import('./areas/activities/shop-keeping/shop-settings-page')).ShopSettingsPage,
  },
  {
    path: '/staff-accounts',
    access: 'owner',
    menu: { group: '穿线', label: '员工账号', icon: <TeamOutlined /> },
    load: async () => (await import('./areas/desks/staff-accounts/staff-pages')).ColleaguesPage,
  },
  {
    path: '/merchants',
    access: 'operator',
    menu: { group: '穿线', label: '穿线商家', icon: <ShopOutlined /> },
    load: async () => (await import('./areas/activities/merchants/merchant-pages')).MerchantsPage,
  },
  {
    path: '/merchants/:id',
    access: 'operator',
    load: async () => (await import('./areas/activities/merchants/merchant-pages')).MerchantPage,
  },
  {
    path: '/stringing-orders',
    access: 'operator',
    menu: {
      group: '穿线',
      label: '穿线订单',
      icon: <UnorderedListOutlined />,
      waits: ['STRINGING_PAID', 'STRINGING_RECEIVED', 'STRINGING_STRINGING', 'STRINGING_READY', 'STRINGING_RETURN'],
    },
    load: async () => (await import('./areas/activities/stringing-refunds/stringing-refunds')).StringingOrdersPage,
  },
  {
    path: '/stringing-orders/:id',
    access: 'operator',
    load: async () => (await import('./areas/activities/stringing-refunds/stringing-refunds')).StringingOrderPage,
  },
  {
    path: '/staff',
    access: 'operator',
    menu: { group: '运行', label: '员工账号', icon: <TeamOutlined /> },
    load: async () => (await import('./areas/desks/staff-accounts/staff-pages')).StaffPage,
  },
  {
    path: '/audit',
    access: 'operator',
    menu: { group: '运行', label: '操作记录', icon: <HistoryOutlined /> },
    load: async () => (await import('./areas/desks/audit/audit-page')).AuditPage,
  },
  {
    path: '/jobs',
    access: 'operator',
    menu: { group: '运行', label: '任务与消息', icon: <ClockCircleOutlined />, waits: ['JOB', 'WECHAT_MESSAGE'] },
    load: async () => (await import('./areas/desks/operations/jobs-page')).JobsPage,
  },
  {
    path: '/health',
    access: 'operator',
    menu: { group: '运行', label: '运行状况', icon: <HeartOutlined />, waits: ['ALERT'] },
    load: async () => (await import('./areas/desks/operations/health-page')).HealthPage,
  },
  {
    path: '/invariants',
    access: 'operator',
    menu: { group: '运行', label: '数据检查', icon: <SafetyCertificateOutlined />, waits: ['INVARIANT'] },
    load: async () => (await import('./areas/desks/operations/invariants-page')).InvariantsPage,
  },
  {
    path: '/cards',
    access: 'operator',
    menu: { group: '资金', label: '储值卡', icon: <CreditCardOutlined /> },
    load: async () => (await import('./areas/money/cards/card-pages')).CardsPage,
  },
  {
    path: '/cards/:id',
    access: 'operator',
    load: async () => (await import('./areas/money/cards/card-pages')).CardPage,
  },
  {
    path: '/card-adjustments',
    access: 'operator',
    menu: { group: '资金', label: '储值卡调整', icon: <DiffOutlined />, waits: ['CARD_ADJUSTMENT'] },
    load: async () => (await import('./areas/money/cards/card-adjustments-page')).CardAdjustmentsPage,
  },
  {
    path: '/top-up-plans',
    access: 'operator',
    menu: { group: '资金', label: '充值方案', icon: <GiftOutlined /> },
    load: async () => (await import('./areas/money/cards/plan-pages')).PlansPage,
  },
  {
    path: '/top-up-plans/new',
    access: 'senior',
    load: async () => (await import('./areas/money/cards/plan-pages')).NewPlanPage,
  },
  {
    path: '/top-up-plans/:id',
    access: 'operator',
    load: async () => (await import('./areas/money/cards/plan-pages')).PlanPage,
  },
  {
    path: '/stringing-refunds',
    access: 'operator',
    menu: { group: '资金', label: '穿线退款', icon: <UndoOutlined />, waits: ['STRINGING_REFUND'] },
    load: async () => (await import('./areas/activities/stringing-refunds/stringing-refunds')).StringingRefundsPage,
  },
  {
    path: '/payments',
    access: 'operator',
    menu: { group: '资金', label: '支付订单', icon: <TransactionOutlined /> },
    load: async () => (await import('./areas/money/payments/payment-pages')).PaymentsPage,
  },
  {
    path: '/payments/:id',
    access: 'operator',
    load: async () => (await import('./areas/money/payments/payment-pages')).PaymentOrderPage,
  },
  {
    path: '/offline',
    access: 'operator',
    menu: { group: '资金', label: '前台收款', icon: <MoneyCollectOutlined />, waits: ['OFFLINE_ENTRY'] },
    load: async () => (await import('./areas/money/payments/offline-page')).OfflinePage,
  },
  {
    path: '/offline/settings',
    access: 'operator',
    load: async () => (await import('./areas/money/payments/offline-page')).OfflineSettingsPage,
  },
  {
    path: '/refunds',
    access: 'operator',
    menu: {
      group: '资金',
      label: '退款',
      icon: <RollbackOutlined />,
      waits: ['REFUND_STUCK', 'REFUND_OPEN', 'OFFLINE_REFUND'],
    },
    load: async () => (await import('./areas/money/payments/refunds-page')).RefundsPage,
  },
  {
    path: '/shipments',
    access: 'operator',
    menu: { group: '资金', label: '发货信息', icon: <SendOutlined />, waits: ['SHIPMENT'], needs: 'wechatPay' },
    load: async () => (await import('./areas/money/payments/shipments-page')).ShipmentsPage,
  },
  {
    path: '/reconcile',
    access: 'operator',
    menu: { group: '资金', label: '对账', icon: <ReconciliationOutlined />, waits: ['RECONCILE', 'RECONCILE_FAILED'] },
    load: async () => (await import('./areas/desks/reconcile/reconcile-pages')).ReconcilePage,
  },
  {
    path: '/reconcile/:id',
    access: 'operator',
    load: async () => (await import('./areas/desks/reconcile/reconcile-pages')).ReconcileRunPage,
  },
  {
    path: '/products',
    access: 'operator',
    menu: { group: '商城', label: '商品', icon: <ShoppingOutlined /> },
    load: async () => (await import('./areas/activities/products/products-page')).ProductsPage,
  },
  {
    path: '/products/new',
    access: 'operator',
    load: async () => (await import('./areas/activities/products/product-page')).NewProductPage,
  },
  {
    path: '/products/:id',
    access: 'operator',
    load: async () => (await import('./areas/activities/products/product-page')).ProductPage,
  },
  {
    path: '/shop-orders',
    access: 'operator',
    menu: { group: '商城', label: '商城订单', icon: <InboxOutlined />, waits: ['SHOP_UNSENT', 'SHOP_REFUND'] },
    load: async () => (await import('./areas/activities/shop-orders/shop-order-pages')).ShopOrdersPage,
  },
  {
    path: '/shop-orders/:id',
    access: 'operator',
    load: async () => (await import('./areas/activities/shop-orders/shop-order-pages')).ShopOrderPage,
  },
  {
    path: '/adverts',
    access: 'operator',
    menu: { group: '商城', label: '广告', icon: <NotificationOutlined /> },
    load: async () => (await import('./areas/views/adverts/adverts-page')).AdvertsPage,
  },
  {
    path: '/adverts/new',
    access: 'operator',
    load: async () => (await import('./areas/views/adverts/advert-page')).NewAdvertPage,
  },
  {
    path: '/adverts/:id',
    access: 'operator',
    load: async () => (await import('./areas/views/adverts/advert-page')).AdvertPage,
  },
  {
    path: '/analytics',
    access: 'company',
    menu: { group: '经营', label: '经营概览', icon: <DashboardOutlined /> },
    load: async () => (await import('./areas/views/analytics/overview-page')).OverviewPage,
  },
  {
    path: '/analytics/income',
    access: 'company',
    menu: { group: '经营', label: '课程与收入', icon: <BarChartOutlined /> },
    load: async () => (await import('./areas/views/analytics/income-page')).IncomePage,
  },
  {
    path: '/analytics/hours',
    access: 'company',
    menu: { group: '经营', label: '课时收入', icon: <AccountBookOutlined /> },
    load: async () => (await import('./areas/views/analytics/hours-page')).HoursPage,
  },
  {
    path: '/analytics/use',
    access: 'company',
    menu: { group: '经营', label: '时段利用率', icon: <HeatMapOutlined /> },
    load: async () => (await import('./areas/views/analytics/use-page')).UsePage,
  },
  {
    path: '/analytics/students',
    access: 'company',
    menu: { group: '经营', label: '需要关注的学员', icon: <UserSwitchOutlined /> },
    load: async () => (await import('./areas/views/analytics/students-page')).StudentsPage,
  },
  {
    path: '/questions',
    access: 'company',
    menu: { group: '经营', label: '咨询', icon: <CommentOutlined /> },
    load: async () => (await import('./areas/activities/questions/questions-page')).QuestionsPage,
  },
  {
    path: '/coach-leaves',
    access: 'company',
    menu: { group: '经营', label: '教练变动', icon: <SwapOutlined /> },
    load: async () => (await import('./areas/activities/coach-leaves/leaves-page')).LeavesPage,
  },
  {
    path: '/company-adverts',
    access: 'company',
    menu: { group: '经营', label: '广告', icon: <NotificationOutlined /> },
    load: async () => (await import('./areas/views/adverts/company-adverts')).CompanyAdvertsPage,
  },
  {
    path: '/company-adverts/new',
    access: 'company',
    load: async () => (await import('./areas/views/adverts/company-adverts')).NewCompanyAdvertPage,
  },
  {
    path: '/company-adverts/:id',
    access: 'company',
    load: async () => (await import('./areas/views/adverts/company-adverts')).CompanyAdvertPage,
  },
  {
    path: '/closures',
    access: 'company',
    menu: { group: '场馆与教练', label: '雨天闭馆', icon: <CloudOutlined /> },
    load: async () => (await import('./areas/activities/closures/closures-page')).ClosuresPage,
  },
  {
    path: '/closures/:id',
    access: 'company',
    load: async () => (await import('./areas/activities/closures/closures-page')).ClosurePage,
  },
  {
    path: '/packages',
    access: 'company',
    menu: { group: '学员', label: '课包', icon: <GiftOutlined />, needs: 'packages' },
    load: async () => (await import('./areas/money/packages/packages-page')).PackagesPage,
  },
  {
    path: '/packages/caps',
    access: 'company',
    load: async () => (await import('./areas/money/packages/caps-page')).CapsPage,
  },
  {
    path: '/policies',
    access: 'company',
    menu: { group: '学员', label: '取消规则', icon: <SafetyCertificateOutlined /> },
    load: async () => (await import('./areas/places/companies/policies-page')).PoliciesPage,
  },
  {
    path: '/roster',
    access: 'company',
    menu: { group: '学员', label: '从表格导入', icon: <ImportOutlined /> },
    load: async () => (await import('./areas/activities/roster/imports-page')).ImportsPage,
  },
  {
    path: '/roster/:id',
    access: 'company',
    load: async () => (await import('./areas/activities/roster/import-page')).ImportPage,
  },
  {
    path: SECOND_FACTOR_PATH,
    access: 'staff',
    load: async () => (await import('./areas/desks/second-factor/second-factor-page')).SecondFactorPage,
  },
]
