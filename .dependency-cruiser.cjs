// Who may import whom. Source: ARCHITECTURE.md.
const forbid = (name, from, to) => ({ name, severity: 'error', from, to })
const runtime = '^(server|app|console)/'
const page = '^app/src/(pages|bookingBall|bookingClass|threading|shop|user|coach)/'
const test = '\\.test\\.tsx?$'
const wiring = [
  '/areas/',
  page,
  test,
  '^server/src/(app|jobs-of-areas|exports-of-areas|db/schema)\\.ts$',
  '^server/src/(testing|demo|invariants)/',
  '^app/src/app\\.',
  '^console/src/(console|pages|shell)\\.tsx$',
  // Its token is renewed on the way.
  '^console/src/platform/(call|session)\\.ts$',
  // Every call needs the session: its token, its expiry, its refresh.
  '^app/src/platform/(call|session|session-expiry)\\.ts$',
  '^api/src/catalogue/',
]
const insides = '^(server|app|console)/src/areas/[^/]+/([a-z-]*queries\\.ts|routes\\.ts|parts/)'
module.exports = {
  forbidden: [
    forbid('domain-is-pure', { path: '^domain/src', pathNot: test }, { pathNot: '^domain/src' }),
    forbid(
      'domain-areas-are-strangers',
      { path: '^domain/src/areas/([^/]+)/' },
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
      { path: '^(domain|api|server|app|console)/src/areas/' },
    ),
    forbid(
      'an-area-keeps-its-insides',
      { path: '^(server|app|console)/src/areas/([^/]+)/', pathNot: test },
      { path: insides, pathNot: '^$1/src/areas/$2/' },
    ),
    forbid(
      'sql-stays-in-tables-and-queries',
      {
        path: '^server/src/',
        pathNot: [
          '/(tables|[a-z-]*queries)\\.ts$',
          '^server/src/(db|testing|demo|invariants)/',
          '^server/src/check-invariants\\.ts$',
          test,
        ],
      },
      { path: 'node_modules/(drizzle-orm|pg)/' },
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
