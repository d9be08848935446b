import { readInbox } from '@paidang/api/areas/desks/admin-approvals'
import * as calls from '@paidang/api/areas/desks/admin-content'
import { Alert, Descriptions, Typography } from 'antd'
import { Link } from 'react-router'
import { useRead, useWrite } from '../../../platform/queries'
import { NOTHING, when } from '../../../ui/format'
import { Pictures, pictureUrl } from '../../../ui/pictures'
import { Decided, Evidence, Head, Part, useOne, VerdictBar } from './evidence'
import { Inbox, useInboxAddress } from './inbox'

const TAGS = {
  WAITING: {},
  APPROVED: { tag: { text: '已通过', color: 'green' } },
  REJECTED: { tag: { text: '未通过', color: 'red' } },
} as const

/** Whose content it is; a guest has no name. */
const titleOf = ({ author, name }: Pick<calls.ContentEvidence, 'author' | 'name'>) =>
  `${author?.nickname ?? '访客'}的${name}`

/** Texts and pictures that others see only after an operator's approval. */
export function ContentsInbox() {
  const { state, page } = useInboxAddress()
  const read = useRead(calls.listContent, { query: { ...page, state: state === 'decided' ? state : 'waiting' } })
  const items = read.data?.rows.map(({ id, name, isPicture, value, author, createTime, state: stands }) => ({
    id,
    title: titleOf({ author, name }),
    line: isPicture ? '图片' : value,
    time: when(createTime),
    ...TAGS[stands],
  }))
  return (
    <Inbox
      label="内容审核"
      empty={state === 'decided' ? '还没有审核过内容' : '没有待审核的内容'}
      read={{ ...read, items, total: read.data?.total ?? 0 }}
      evidence={(id, onDecided) => <Content key={id} id={id} onDecided={onDecided} />}
    />
  )
}

function Content({ id, onDecided }: { id: string; onDecided: () => void }) {
  const read = useOne(calls.getContent, id)
  const { mutateAsync } = useWrite(calls.decideContent, {
    changes: [calls.listContent, calls.getContent, readInbox],
  })
  return (
    <Evidence read={read}>
      {(whole: calls.ContentEvidence) => (
        <>
          <Head
            title={titleOf(whole)}
            line={
              <>
                提交于 {when(whole.createTime)}
                {whole.author && (
                  <>
                    {' '}
                    · <Link to={`/users/${whole.author.id}`}>查看用户资料</Link>
                  </>
                )}
              </>
            }
          />
          <Part title="提交的内容">
            <Descriptions
              bordered
              column={1}
              size="small"
              styles={{ label: { width: 120 } }}
              items={[
                { key: 'value', label: whole.name, children: <Shown of={whole} value={whole.value} size={320} /> },
                {
                  key: 'present',
                  label: '现在公开的',
                  children: <Shown of={whole} value={whole.present ?? ''} size={120} />,
                },
              ]}
            />
          </Part>
          {whole.isWithWechat && (
            <Alert type="info" showIcon style={{ marginTop: 20 }} title="微信还没有给出结果，可以直接处理" />
          )}
          {whole.decision && (
            <Decided
              decision={whole.decision}
              isApproved={whole.state === 'APPROVED'}
              text={whole.state === 'APPROVED' ? '已通过，其他人可见' : '未通过'}
            />
          )}
          {whole.state === 'WAITING' && (
            <VerdictBar
              name={titleOf(whole)}
              refusal="不通过"
              approveEffect="通过后其他人立即可见"
              rejectEffect="其他人不会看到；作者会收到原因。"
              decide={(body) => mutateAsync({ params: { id }, body })}
              onDecided={onDecided}
            />
          )}
        </>
      )}
    </Evidence>
  )
}

/** A text, or the pictures whose paths it contains. */
function Shown({ of: { isPicture, name }, value, size }: { of: calls.ContentEvidence; value: string; size: number }) {
  const paths = value.split(',').filter((path) => path !== '')
  if (paths.length === 0) return NOTHING
  if (!isPicture) return <Typography.Text style={{ whiteSpace: 'pre-wrap' }}>{value}</Typography.Text>
  const pictures = paths.map((path, index) => ({ url: pictureUrl(path), alt: `${name} ${index + 1}` }))
  return <Pictures pictures={pictures} width={size} height={size} isWhole />
}
