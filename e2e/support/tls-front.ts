import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";

export type TlsFront = {
  /** `https://localhost:<port>` */
  url: string;
  /** The certificate, for clients to trust. */
  certificateFile: string;
  close(): Promise<void>;
};

/** Passes everything that comes over TLS on to a service, as a reverse proxy in front of it does, under a certificate of the moment. */
export async function startTlsFront(serviceUrl: string): Promise<TlsFront> {
  const { certificate, key } = selfSigned();
  const folder = mkdtempSync(path.join(tmpdir(), "spindle-tls-"));
  const certificateFile = path.join(folder, "certificate.pem");
  writeFileSync(certificateFile, certificate);
  const server = https.createServer({ key, cert: certificate }, (incoming, outgoing) => {
    const { method, headers, url = "/" } = incoming;
    const passed = http.request(serviceUrl + url, { method: method ?? "GET", headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on("error", () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The TLS front has no port");
  const close = () => {
    rmSync(folder, { recursive: true });
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { url: `https://localhost:${address.port}`, certificateFile, close };
}

/** A certificate for `localhost` that signs itself, as X.509 (RFC 5280) writes one, good for an hour. */
function selfSigned(): { certificate: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const body = certificateBody(publicKey);
  const signature = sign("sha256", body, privateKey);
  const der = sequence(body, ECDSA_WITH_SHA256, tagged(0x03, Buffer.from([0]), signature));
  const lines = der.toString("base64").replace(/.{64}/g, "$&\n");
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

function certificateBody(publicKey: KeyObject): Buffer {
  const now = Date.now();
  const name = sequence(tagged(0x31, sequence(oid("550403"), tagged(0x0c, Buffer.from("localhost")))));
  const basicConstraints = sequence(oid("551d13"), tagged(0x04, sequence(tagged(0x01, Buffer.from([0xff])))));
  const alternativeName = sequence(
    oid("551d11"),
    tagged(0x04, sequence(tagged(0x82, Buffer.from("localhost")))),
  );
  return sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    name,
    sequence(time(now - HOUR_MS), time(now + HOUR_MS)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    tagged(0xa3, sequence(basicConstraints, alternativeName)),
  );
}

const HOUR_MS = 3_600_000;
const ECDSA_WITH_SHA256 = sequence(oid("2a8648ce3d040302"));

/** A value of DER: its tag, its length, its content. */
function tagged(tag: number, ...content: Buffer[]): Buffer {
  const bytes = Buffer.concat(content);
  const { length } = bytes;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), bytes]);
}

function sequence(...content: Buffer[]): Buffer {
  return tagged(0x30, ...content);
}

function oid(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, "hex"));
}

/** UTCTime: two digits of the year, to the second. */
function time(ms: number): Buffer {
  const text = new Date(ms).toISOString().replace(/^\d\d|[-:T]|\.\d+/g, "");
  return tagged(0x17, Buffer.from(text));
}
