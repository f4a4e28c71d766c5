// The GPU of this device, as far as the browser lets a page use it.

const element = (id) => document.getElementById(id);

// Milliseconds after which something that the browser was asked for is taken for lost.
const PATIENCE = 60_000;

// Why a run has no result: `kind` is how the report calls it.
class Ended extends Error {
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

// Awaits a promise, but not for ever.
function inTime(promise, what) {
  let timer = 0;
  const late = new Promise((_, reject) => {
    const message = `${what} took more than ${PATIENCE / 1000} seconds`;
    timer = setTimeout(() => reject(new Ended('failed', message)), PATIENCE);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

// Asks for an adapter. There is none where the browser has no driver that it trusts.
async function askAdapter() {
  const asked = navigator.gpu.requestAdapter({ powerPreference: 'high-performance' });
  const adapter = await inTime(asked, 'looking for a GPU');
  if (!adapter) throw new Ended('failed', 'the browser has no GPU for this page');
  return adapter;
}

// What the report says of an adapter.
function described(adapter) {
  const { vendor, architecture, device, description, isFallbackAdapter } = adapter.info ?? {};
  const limits = {};
  for (const name in adapter.limits) limits[name] = adapter.limits[name];
  return {
    vendor, architecture, device, description,
    is_software: isFallbackAdapter ?? adapter.isFallbackAdapter ?? null,
    features: [...adapter.features].sort(),
    limits,
  };
}

// A device of its own for each run, so that what one has broken is not in the way of the next.
class Device {
  // Opens a device with as much as a recording needs. All else is what WebGPU grants to every page.
  static async open(recording) {
    const adapter = await askAdapter();
    const needs = {
      maxStorageBufferBindingSize: recording.largest_binding_bytes,
      maxBufferSize: recording.largest_binding_bytes,
      maxStorageBuffersPerShaderStage: recording.storage_buffers,
      maxComputeInvocationsPerWorkgroup: 256,
      maxComputeWorkgroupSizeX: 256,
      maxComputeWorkgroupStorageSize: 16384,
    };
    for (const [name, needed] of Object.entries(needs)) {
      const most = adapter.limits[name];
      if (needed > most) throw new Ended('left out', `${name} is ${most} on this GPU, and ${needed} is needed`);
    }
    return new Device(await inTime(adapter.requestDevice({ requiredLimits: needs }), 'opening the GPU'));
  }

  constructor(gpu) {
    this.gpu = gpu;
    this.trouble = null;
    gpu.lost.then(({ reason, message }) => {
      if (reason !== 'destroyed') this.trouble ??= `the GPU was lost: ${message || 'the browser does not say why'}`;
    });
    gpu.addEventListener('uncapturederror', ({ error }) => { this.trouble ??= error.message; });
  }

  // Fails if something has gone wrong that no promise tells of.
  check() {
    if (this.trouble) throw new Ended('failed', this.trouble);
  }

  // Awaits something that the device does. If it was lost, that is the reason to tell.
  async done(promise, what) {
    try {
      const result = await inTime(promise, what);
      this.check();
      return result;
    } catch (error) {
      // The loss is told a moment later.
      await new Promise((resolve) => { setTimeout(resolve, 50); });
      this.check();
      throw error instanceof Ended ? error : new Ended('failed', `${what}: ${error.message}`);
    }
  }

  // Does something that may be refused, and returns its result.
  async scoped(what, act) {
    const kinds = ['internal', 'out-of-memory', 'validation'];
    for (const kind of kinds) this.gpu.pushErrorScope(kind);
    const result = await (async () => act())().catch((error) => error);
    const errors = [];
    for (const kind of kinds.toReversed()) {
      const error = await this.done(this.gpu.popErrorScope(), what);
      const prefix = kind === 'out-of-memory' ? 'there is too little memory on the GPU: ' : '';
      if (error) errors.push(prefix + error.message);
    }
    if (result instanceof Ended) throw result;
    if (result instanceof Error) errors.push(result.message);
    if (errors.length > 0) throw new Ended('failed', `${what}: ${errors[0]}`);
    return result;
  }

  close() {
    this.gpu.destroy();
  }
}
