import type { Question } from '@paidang/api/areas/activities/questions'
import * as calls from '@paidang/api/areas/activities/questions'
import { QUESTION_LENGTHS } from '@paidang/domain/areas/activities/questions/question'
import { Button, Flex, Form, Input, Segmented, Tag, Typography } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useWrite } from '../../../platform/queries'
import { DataTable } from '../../../ui/data-table'
import { FormModal } from '../../../ui/form-modal'
import { NOTHING, when } from '../../../ui/format'
import { Page } from '../../../ui/page'
import { useAction } from '../../../ui/use-action'

const LOOK_AGAIN_MS = 60_000

/** The company's inbox of questions: who asks what, until when the answer is due, and the answer. */
export function QuestionsPage() {
  const [params, setParams] = useSearchParams()
  const state = params.get('state') === 'ended' ? 'ended' : 'open'
  const [answering, setAnswering] = useState<Question>()
  return (
    <Page title="咨询" about="球友和访客在教练、课程或广告上问的问题，24 小时内答复一次；没有账号的访客打电话答复">
      <Segmented
        aria-label="咨询状态"
        value={state}
        options={[
          { value: 'open', label: '待答复' },
          { value: 'ended', label: '已结束' },
        ]}
        onChange={(value) => setParams(value === 'ended' ? { state: 'ended' } : {}, { replace: true })}
      />
      <DataTable
        key={state}
        endpoint={calls.questionsOfCompany}
        fixed={{ state }}
        rowKey={({ id }) => id}
        empty={state === 'open' ? '没有待答复的咨询' : '还没有结束的咨询'}
        refetchInterval={LOOK_AGAIN_MS}
        columns={[
          {
            title: '问题',
            render: (_, { text, about, coach }) => (
              <div style={{ maxWidth: 420, whiteSpace: 'pre-wrap' }}>
                <div>{text}</div>
                <Typography.Text type="secondary">
                  {[`关于 ${about}`, coach && `教练 ${coach.nickname}`].filter(Boolean).join(' · ')}
                </Typography.Text>
              </div>
            ),
          },
          {
            title: '谁问的',
            render: (_, { asker, phone }) =>
              asker ? (
                asker.nickname
              ) : (
                <div>
                  访客
                  {phone && <div>{phone}</div>}
                </div>
              ),
          },
          { title: '提出', render: (_, { createTime }) => when(createTime) },
          state === 'open'
            ? {
                title: '答复期限',
                render: (_, { dueAt, isLate }) => (
                  <>
                    {when(dueAt)} {isLate && <Tag color="red">超时</Tag>}
                  </>
                ),
              }
            : { title: '结果', render: (_, question) => <Ended question={question} /> },
          {
            title: '操作',
            fixed: 'end',
            render: (_, question) => question.mayAnswer && <AnswerButton question={question} onWrite={setAnswering} />,
          },
        ]}
      />
      {answering && <AnswerModal question={answering} onClose={() => setAnswering(undefined)} />}
    </Page>
  )
}

function Ended({ question: { state, answer, answeredBy } }: { question: Question }) {
  if (state === 'CLOSED') return <Tag>没有答复，已关闭</Tag>
  return (
    <div style={{ maxWidth: 320 }}>
      <Tag color="green">{state === 'CALLED' ? '已电话回复' : '已答复'}</Tag>
      <Typography.Text type="secondary">{answeredBy ?? NOTHING}</Typography.Text>
      {answer && <div style={{ whiteSpace: 'pre-wrap' }}>{answer}</div>}
    </div>
  )
}

const CHANGES = { changes: [calls.questionsOfCompany] }

/** A guest is called, and marked so; an account gets words. */
function AnswerButton({ question, onWrite }: { question: Question; onWrite: (question: Question) => void }) {
  const { doAfterAsking } = useAction()
  const answer = useWrite(calls.answerCompanyQuestion, CHANGES)
  if (question.asker) {
    return (
      <Button type="link" size="small" onClick={() => onWrite(question)}>
        答复
      </Button>
    )
  }
  return (
    <Button
      type="link"
      size="small"
      onClick={() =>
        doAfterAsking({
          run: () => answer.mutateAsync({ params: { id: question.id }, body: {} }),
          done: '已标为电话回复',
          title: `已经打过 ${question.phone ?? ''}？`,
          effect: '标记后这个问题就结束了，教练也不用再打。',
          okText: '已电话回复',
        })
      }
    >
      已电话回复
    </Button>
  )
}

function AnswerModal({ question, onClose }: { question: Question; onClose: () => void }) {
  const { doIt } = useAction()
  const answer = useWrite(calls.answerCompanyQuestion, CHANGES)
  return (
    <FormModal<{ text: string }>
      title={`答复 ${question.asker?.nickname ?? ''}`}
      effect={
        <Flex vertical gap={4}>
          <span>{question.text}</span>
          <span>只答复一次，对方在「消息」里看到。</span>
        </Flex>
      }
      okText="答复"
      onClose={onClose}
      onSubmit={async ({ text }) => {
        const run = () => answer.mutateAsync({ params: { id: question.id }, body: { answer: text } })
        return (await doIt({ run, done: '已答复' })) !== undefined
      }}
    >
      <Form.Item name="text" label="答复" rules={[{ required: true, whitespace: true, message: '请写下答复' }]}>
        <Input.TextArea maxLength={QUESTION_LENGTHS.answer} showCount autoSize={{ minRows: 3, maxRows: 8 }} />
      </Form.Item>
    </FormModal>
  )
}
