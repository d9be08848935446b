import { UndoOutlined } from '@ant-design/icons'
import {
  confirmImport,
  listImports,
  type RosterImportDetail,
  readImport,
  undoImport,
} from '@paidang/api/areas/activities/roster'
import { DRAFT_DAYS } from '@paidang/domain/areas/activities/roster/import-rows'
import { Alert, Button, Card, Flex, Typography } from 'antd'
import { useWrite } from '../../../platform/queries'
import { money } from '../../../ui/format'
import { useAction, useGoOn } from '../../../ui/use-action'
import { undoingOf } from './batch-texts'

/** 合计 of a table that is not confirmed: what will be written. It is confirmed or given up here. */
export function Sums({ batch }: { batch: RosterImportDetail }) {
  const { id, sums, fileName } = batch
  const goOn = useGoOn()
  const confirm = useWrite(confirmImport, { changes: [readImport, listImports] })
  const discard = useWrite(undoImport, { changes: [listImports] })
  const { doIt, doAfterAsking } = useAction()
  const press = () =>
    void doIt({
      run: () => confirm.mutateAsync({ params: { id }, body: sums.written }),
      done: ({ written }) => `已导入 ${written.rows} 行、${written.sessions} 课时`,
    })
  const askToDiscard = () =>
    doAfterAsking({
      title: `放弃 ${fileName}？`,
      effect: '表里的行会删除，没有写入任何一行。',
      okText: '放弃这份表',
      run: async () => {
        await discard.mutateAsync({ params: { id }, body: { rows: 0, sessions: 0 } })
        goOn('/roster', { replace: true })
      },
      done: '已放弃',
    })
  const { rows } = sums.written
  return (
    <Card title="合计" size="small">
      <Line label="表内" rows={sums.all.rows} value={`${sums.all.sessions} 课时`} />
      <Line label="重复，不导入" rows={sums.duplicate.rows} value={`−${sums.duplicate.sessions}`} />
      <Line label="有误，不导入" rows={sums.faulty.rows} value={`−${sums.faulty.sessions}`} />
      <Line isStrong label="将导入" rows={rows} value={`${sums.written.sessions} 课时`} />
      <div style={{ background: 'rgba(0, 0, 0, 0.03)', borderRadius: 6, padding: 8, margin: '8px 0 12px' }}>
        {sums.courses.map(({ name, rows, sessions, fen }) => (
          <Line key={name} label={name} rows={rows} value={`${sessions} · ${money(fen)}`} />
        ))}
        <Line isStrong label="预收余额增加" value={money(sums.fen)} />
      </div>
      <Button type="primary" block size="large" disabled={rows === 0} loading={confirm.isPending} onClick={press}>
        {confirm.isPending ? `正在写入 ${rows} 行` : rows === 0 ? '没有可导入的行' : `确认导入 ${rows} 行`}
      </Button>
      <Typography.Paragraph type="secondary" style={{ fontSize: 12, margin: '8px 0 0' }}>
        建 {sums.newPeople} 个未认领学员，给 {sums.known.rows} 行已有学员加合同。要么全部写入，要么都不写入。
      </Typography.Paragraph>
      <Button block type="text" style={{ marginTop: 8 }} disabled={confirm.isPending} onClick={askToDiscard}>
        放弃这份表
      </Button>
      <Typography.Paragraph type="secondary" style={{ fontSize: 12, margin: '8px 0 0' }}>
        上传后 {DRAFT_DAYS} 天没有确认，会自动放弃。
      </Typography.Paragraph>
    </Card>
  )
}

function Line({
  label,
  rows,
  value,
  isStrong = false,
}: {
  label: string
  rows?: number
  value: string
  isStrong?: boolean
}) {
  return (
    <Flex justify="space-between" gap={8}>
      <Typography.Text strong={isStrong} type={isStrong ? undefined : 'secondary'} ellipsis>
        {label}
      </Typography.Text>
      <span style={{ whiteSpace: 'nowrap' }}>
        {rows !== undefined && <Typography.Text type="secondary">{rows} 行 </Typography.Text>}
        <Typography.Text strong={isStrong}>{value}</Typography.Text>
      </span>
    </Flex>
  )
}

/** What can still be taken back of a table that was written. */
export function Undoing({ batch }: { batch: RosterImportDetail }) {
  const { id, state, undoable, written } = batch
  const undo = useWrite(undoImport, { changes: [readImport, listImports] })
  const { doAfterAsking } = useAction()
  const press = () =>
    doAfterAsking({
      title: `撤销 ${undoable.rows} 行、${undoable.sessions} 课时？`,
      effect: '这些学员会从名单里消失，不影响已认领的人。',
      okText: '撤销',
      run: () => undo.mutateAsync({ params: { id }, body: undoable }),
      done: '已撤销',
    })
  return (
    <Card title="撤销" size="small">
      <Alert
        type={undoable.rows === written.rows && state === 'WRITTEN' ? 'info' : 'warning'}
        title={undoingOf(batch)}
        style={{ marginBottom: 8 }}
      />
      <Line label="现在的课时" rows={written.rows} value={`${written.sessions} 课时`} />
      <Line label="可以撤销" rows={undoable.rows} value={`${undoable.sessions} 课时`} />
      {undoable.rows > 0 && (
        <Button block danger icon={<UndoOutlined />} style={{ marginTop: 8 }} onClick={press}>
          撤销 {undoable.rows} 行
        </Button>
      )}
      <Typography.Paragraph type="secondary" style={{ fontSize: 12, margin: '8px 0 0' }}>
        新学员还没认领、没有约课和别的合同，他的行才能撤销。已加合同的行属于原有学员，他可能已在用，不能撤销，请教练更正那份合同的课时。撤销记一笔负数，不删除流水。
      </Typography.Paragraph>
    </Card>
  )
}

/** How its students come to what is theirs. */
export function Claiming() {
  return (
    <Card title="认领" size="small">
      <Typography.Paragraph type="secondary" style={{ margin: 0 }}>
        学员用登记的手机号登录、验证后，会看到“您是贵俱乐部的学员吗？”。没有验证手机号的，由教练在学员页给他一个认领码。
      </Typography.Paragraph>
    </Card>
  )
}
