// JavaScript, because dependency-cruiser leaves loading it to Node.js, and Node.js 20 strips no types.
// Who may import whom. Source: ARCHITECTURE.md.
const forbid = (name, from, to) => ({ name, severity: 'error', from, to })
const runtime = '^(server|app|console)/'
const page = '^app/src/(pages|bookingBall|bookingClass|threading|shop|user|coach)/'
const test = '\\.test\\.tsx?$'
const wiring = [
  '/areas/',
  page,
  test,
  '^server/src/(app|create-operator|move-files|jobs-of-areas|exports-of-areas|effects-of-areas|handlers-of-areas|db/schema)\\.ts$',
  '^server/src/(tables|testing|demo|invariants)/',
  '^app/src/app\\.',
  '^console/src/(console|pages|shell)\\.tsx$',
  // Its token is renewed on the way.
  '^console/src/platform/(call|session)\\.ts$',
  // Every call needs the session: its token, its expiry, its refresh.
  '^app/src/platform/(call|session)\\.ts$',
  '^api/src/(catalogue/|declared\\.ts$)',
]
/** The folder of an area, on its floor. */
const area = 'areas/[^/]+/[^/]+/'
const insides = '([a-z-]*queries\\.ts|parts/)'
/**
 * The floors with their areas, lowest first. An area may use those before it, and none after it. What a lower one must
 * cause above it is registered by the wiring.
 */
const FLOORS = {
  app: {
    ground: ['features', 'messages', 'files', 'content', 'reports', 'sharing'],
    people: ['addresses', 'profile', 'auth', 'account', 'registration', 'blacklist'],
    places: ['companies', 'venues', 'company-invitations'],
    money: ['cards', 'payments', 'contracts', 'packages'],
    time: ['schedule', 'locks'],
    activities: [
      'questions',
      'arrivals',
      'vacancies',
      'booking',
      'classes',
      'course-refunds',
      'coach-leaves',
      'common-courses',
      'roster',
      'student-invitations',
      'student-requests',
      'trial-lessons',
      'students',
      'balls',
      'closures',
      'stringing',
      'shop',
    ],
    views: ['business-cards', 'calendar', 'coach-pages', 'coach-home', 'home', 'my', 'search', 'stadium', 'cashier'],
  },
  server: {
    ground: [
      'audit-log',
      'files',
      'money-requests',
      'blacklist',
      'sms',
      'wechat',
      'messages',
      'content',
      'live-classes',
      'share-links',
    ],
    people: ['addresses', 'relations', 'profile', 'auth', 'registration'],
    places: ['companies', 'venues', 'company-invitations'],
    money: ['cards', 'payments', 'top-ups', 'contracts', 'packages'],
    time: ['schedule'],
    activities: [
      'questions',
      'student-requests',
      'trial-lessons',
      'arrivals',
      'classes',
      'course-refunds',
      'locks',
      'coach-leaves',
      'likes',
      'students',
      'roster',
      'student-invitations',
      'balls',
      'closures',
      'vacancies',
      'stringing',
      'stringing-orders',
      'shop',
    ],
    views: ['business-cards', 'sharing', 'calendar', 'coach-pages', 'home', 'coach-home', 'analytics'],
    desks: [
      'reports',
      'content-review',
      'accounts',
      'users',
      'operations',
      'approvals',
      'audit',
      'staff',
      'reconcile',
      'reminders',
    ],
  },
}
const FLOOR_NAMES = Object.keys(FLOORS.server)
const areasOn = (floors) => Object.entries(floors).flatMap(([floor, areas]) => areas.map((area) => `${floor}/${area}`))
/** The rules of floors of one side, for each of its areas. */
const floorRules = ([side, floors]) => [
  ...areasOn(floors).map((area, place, areas) =>
    forbid(
      `${side}-${area}-uses-what-is-below-it`,
      { path: `^${side}/src/areas/${area}/`, pathNot: [test, '/testing/'] },
      {
        path: `^${side}/src/areas/`,
        pathNot: areas.slice(0, place + 1).map((below) => `^${side}/src/areas/${below}/`),
      },
    ),
  ),
  forbid(
    `each-area-of-${side}-has-its-floor`,
    {},
    { path: `^${side}/src/areas/`, pathNot: areasOn(floors).map((area) => `^${side}/src/areas/${area}/`) },
  ),
]
module.exports = {
  forbidden: [
    forbid('domain-is-pure', { path: '^domain/src', pathNot: test }, { pathNot: '^domain/src' }),
    forbid(
      'domain-areas-are-strangers',
      { path: '^domain/src/areas/([^/]+/[^/]+)/' },
      { path: '^domain/src/areas/', pathNot: '^domain/src/areas/$1/' },
    ),
    forbid(
      'api-sees-only-domain-and-typebox',
      { path: '^api/src', pathNot: test },
      { pathNot: '^(api|domain)/src|node_modules/typebox' },
    ),
    forbid('server-app-and-console-are-strangers', { path: runtime }, { path: runtime, pathNot: '^$1/' }),
    forbid('e2e-and-bench-stand-outside', { path: '^(e2e|bench)/' }, { path: runtime }),
    forbid('nobody-needs-e2e-or-bench', { pathNot: '^(e2e|bench)/' }, { path: '^(e2e|bench)/' }),
    forbid(
      'machinery-knows-no-area',
      { path: '^(domain|api|server|app|console)/src/', pathNot: wiring },
      { path: '^((domain|api|server|app|console)/src/areas|server/src/tables)/' },
    ),
    ...['server', 'app', 'console'].map((side) =>
      forbid(
        `an-area-of-${side}-keeps-its-insides`,
        { path: `^(${side}/src/${area})`, pathNot: test },
        { path: `^${side}/src/${area}${insides}`, pathNot: '^$1' },
      ),
    ),
    ...Object.entries(FLOORS).flatMap(floorRules),
    // The calls of a floor name things of theirs and of floors below.
    ...FLOOR_NAMES.map((floor, place) =>
      forbid(
        `api-of-${floor}-uses-what-is-below-it`,
        { path: `^api/src/areas/${floor}/` },
        { path: '^api/src/areas/', pathNot: `^api/src/areas/(${FLOOR_NAMES.slice(0, place + 1).join('|')})/` },
      ),
    ),
    forbid(
      'all-areas-stand-on-the-same-floors',
      {},
      {
        path: '^(domain|api|server|app|console)/src/areas/',
        pathNot: `^(domain|api|server|app|console)/src/areas/(${FLOOR_NAMES.join('|')})/`,
      },
    ),
    forbid(
      'sql-stays-in-areas',
      {
        path: '^server/src/',
        pathNot: [
          '^server/src/(tables|areas|db|testing|demo|invariants)/',
          '^server/src/(jobs/[a-z-]*queries|check-invariants)\\.ts$',
          test,
        ],
      },
      { path: 'node_modules/(drizzle-orm|pg)/' },
    ),
    // What is stored is the lowest floor: any area may join any table, and a table knows none of them.
    forbid(
      'tables-are-the-lowest-floor',
      { path: '^server/src/tables/' },
      { path: '^server/src/', pathNot: '^server/src/(tables|db)/' },
    ),
    forbid('pages-are-thin', { path: page }, { path: '^(api|domain)/|^app/src/platform/|node_modules/@tanstack' }),
    forbid('nobody-imports-a-page', { path: '^app/src/(areas|ui|platform)/' }, { path: page }),
    forbid('tests-stay-tests', { pathNot: [test, '/testing/'] }, { path: `${test}|/testing/` }),
    forbid('no-circular', {}, { circular: true }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    exclude: '(^|/)dist/',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
}
