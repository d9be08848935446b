import { type AuditEntry, searchAudit } from '@paidang/api/areas/ground/admin-audit'
import { Flex, Tag, Typography } from 'antd'
import { Link } from 'react-router'
import { DataTable } from '../../../ui/data-table'
import { NOTHING, whenExactly } from '../../../ui/format'
import { Page } from '../../../ui/page'
import { ACTION_NAMES, ACTOR_NAMES, actionOf, addressOf, changeOf, OBJECT_NAMES } from './audit-labels'

const optionsOf = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }))

/**
 * The audit log. Other pages link here: /audit?objectKind=card&objectId=12 shows the history of a card.
 * /audit?actorKind=user&actorId=7 shows all actions of a user, /audit?personId=7 everything that concerns a user. These
 * addresses must stay stable.
 */
export function AuditPage() {
  return (
    <Page title="操作记录" about="约课、课时、储值卡、订单、库存的每一步，以及员工的每次操作">
      <DataTable
        endpoint={searchAudit}
        rowKey={({ key }) => key}
        what="操作记录"
        empty="还没有操作记录"
        filters={[
          { kind: 'choice', name: 'objectKind', label: '对象类型', options: optionsOf(OBJECT_NAMES) },
          { kind: 'text', name: 'objectId', label: '对象编号', maxLength: 19, isId: true },
          { kind: 'choice', name: 'action', label: '操作', options: actionOptions() },
          { kind: 'choice', name: 'actorKind', label: '操作人类型', options: optionsOf(ACTOR_NAMES) },
          { kind: 'text', name: 'actorId', label: '操作人编号', maxLength: 19, isId: true },
          { kind: 'text', name: 'personId', label: '相关用户编号', maxLength: 19, isId: true },
          { kind: 'days', name: 'from', until: 'to', label: '日期' },
        ]}
        columns={[
          { title: '时间', render: (_, { at }: AuditEntry) => whenExactly(at) },
          { title: '操作人', render: (_, { actor }: AuditEntry) => <Actor actor={actor} /> },
          { title: '操作', render: (_, entry: AuditEntry) => actionOf(entry) },
          { title: '对象', render: (_, { object }: AuditEntry) => <Thing {...object} /> },
          { title: '变化', render: (_, entry: AuditEntry) => changeOf(entry) ?? NOTHING },
          {
            title: '说明',
            width: 280,
            render: (_, { summary, reason, about }: AuditEntry) => (
              <Flex vertical>
                <span className="audit-summary">{summary ?? (reason || NOTHING)}</span>
                {about && <Thing kind={about.kind} id={about.id} name={null} />}
              </Flex>
            ),
          },
        ]}
      />
    </Page>
  )
}

function actionOptions() {
  const kinds = [...new Set(Object.keys(ACTION_NAMES).map((action) => action.split('.')[0] ?? ''))]
  return kinds.flatMap((kind) =>
    Object.entries(ACTION_NAMES)
      .filter(([action]) => action.startsWith(`${kind}.`))
      .map(([value, name]) => ({ value, label: `${OBJECT_NAMES[kind] ?? kind} · ${name}` })),
  )
}

function Actor({ actor: { kind, id, name } }: { actor: AuditEntry['actor'] }) {
  if (id === null) return <Typography.Text type="secondary">{ACTOR_NAMES[kind]}</Typography.Text>
  return (
    <Flex gap={6} align="center">
      <Link to={addressOf({ actorKind: kind, actorId: id })}>{name ?? `编号 ${id}`}</Link>
      {kind === 'staff' && <Tag color="blue">员工</Tag>}
    </Flex>
  )
}

function Thing({ kind, id, name }: { kind: string; id: string; name: string | null }) {
  return (
    <Link to={addressOf({ objectKind: kind, objectId: id })}>
      {OBJECT_NAMES[kind] ?? kind} {id}
      {name !== null && <span className="audit-name"> {name}</span>}
    </Link>
  )
}
