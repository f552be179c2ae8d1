import type { Prisma } from "#lib/generated/prisma/client.ts";
import type { JsonValue } from "#lib/generated/prisma/internal/prismaNamespace.ts";

type Models = Prisma.TypeMap["model"];

/** Each table with the fields of prisma/schema.prisma, of the types in which SQL gives their columns. */
export type Tables = {
  [Model in keyof Models as TableName<Model>]: {
    [Field in keyof Scalars<Model>]: AsRead<Scalars<Model>[Field]>;
  };
};

type Scalars<Model extends keyof Models> = Models[Model]["payload"]["scalars"];

/** `user` is a word of SQL. */
type TableName<Model extends string> = Model extends "User" ? "app_user" : SnakeCase<Uncapitalize<Model>>;

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

/** The driver returns 8-byte integers as text. JSON may be anything; only its writer knows. */
type AsRead<Value> = [JsonValue] extends [Value]
  ? unknown
  : Value extends bigint
    ? string
    : Value extends Uint8Array
      ? Buffer
      : Value;
