import { ApiError } from '@paidang/api/catalogue/errors'
import { Button, Flex, Result, Spin, Typography } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { sentenceOf } from '../platform/network-error'
import { useLeavingQuestion } from './unsaved'

type PageProps = {
  title: string
  /** The purpose of the page, in one sentence. */
  about?: ReactNode
  /** Buttons at the right of the title. */
  actions?: ReactNode
  children: ReactNode
}

/** A page of the console: its name, its actions, and its content. It asks before unsaved input is lost. */
export function Page({ title, about, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · 拍档工作台`
  }, [title])
  useLeavingQuestion()
  return (
    <Flex vertical gap={16} component="section">
      <Flex justify="space-between" align="flex-end" gap={16} wrap className="page-head">
        <div>
          <Typography.Title level={1} style={{ fontSize: 22, margin: 0 }}>
            {title}
          </Typography.Title>
          {about && <Typography.Text type="secondary">{about}</Typography.Text>}
        </div>
        {actions && (
          <Flex gap={8} wrap align="center" className="page-actions">
            {actions}
          </Flex>
        )}
      </Flex>
      {children}
    </Flex>
  )
}

type OpeningProps = {
  /** The kind of the object. */
  name: string
  /** The path of the list of its kind. */
  list: string
  read: { isError: boolean; error: unknown; refetch: () => unknown }
}

/** The message if the object does not exist (404), or the address cannot name one (400). */
function missingOf(error: unknown, name: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.status === 404) return error.message
  return error.status === 400 ? `没有这个${name}` : undefined
}

/** The page of an object before it is loaded: loading, failed, or not found. */
export function Opening({ name, list, read: { isError, error, refetch } }: OpeningProps) {
  const missing = isError ? missingOf(error, name) : undefined
  if (missing !== undefined) {
    return (
      <Page title={missing}>
        <Result
          status="404"
          subTitle="可能已经删除，或链接不完整。"
          extra={
            <Link to={list}>
              <Button type="primary" tabIndex={-1}>
                查看全部{name}
              </Button>
            </Link>
          }
        />
      </Page>
    )
  }
  return (
    <Page title={name}>
      {isError ? <Failed error={error} onRetry={refetch} /> : <Spin className="shell-wait" description="正在加载……" />}
    </Page>
  )
}

/** What could not be read, with the server's own message, what else may help, and a retry. */
export function Failed({ error, hint, onRetry }: { error: unknown; hint?: string; onRetry?: () => void }) {
  return (
    <Result
      status="warning"
      title="加载失败"
      subTitle={[sentenceOf(error), hint].filter(Boolean).join('。')}
      extra={onRetry && <Button onClick={onRetry}>重试</Button>}
    />
  )
}
